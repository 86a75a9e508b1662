# PowerShell completion for newsletter. For the file $PROFILE:
#   newsletter completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName newsletter -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.Extent.Text }
        })
    if ("$wordToComplete" -eq '') { $words += '' }
    $given = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($words -join "`n"))
    $lines = @(& newsletter __complete powershell $given 2>$null)
    if ($lines.Count -eq 0) { return }
    # An empty result keeps PowerShell from offering files.
    if ($lines.Count -eq 1 -and $lines[0] -notlike 'files*') { return '' }
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $text, $shown, $about = $_.Split(' ') | ForEach-Object {
            [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($_))
        }
        [System.Management.Automation.CompletionResult]::new($text, $shown, 'ParameterValue', $about)
    }
}
