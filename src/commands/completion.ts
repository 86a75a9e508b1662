import { command } from '../cli/command.ts';
import bash from '../completion/scripts/bash.sh?raw';
import fish from '../completion/scripts/fish.fish?raw';
import powershell from '../completion/scripts/powershell.ps1?raw';
import zsh from '../completion/scripts/zsh.zsh?raw';
import { type Shell, shells } from '../completion/shells.ts';

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };

const installation = `
To install it:
  bash        echo 'source <(newsletter completion bash)' >> ~/.bashrc
              on macOS's bash 3.2: eval "$(newsletter completion bash)"
  zsh         newsletter completion zsh > "\${fpath[1]}/_newsletter"
              or in ~/.zshrc, after compinit:
              source <(newsletter completion zsh)
  fish        newsletter completion fish |
              tee ~/.config/fish/completions/newsletter.fish
  PowerShell  in the file $PROFILE:
              newsletter completion powershell | Out-String | Invoke-Expression`;

export const completion = command({
  name: 'completion',
  description:
    'Print a shell completion script. It completes commands, options, their values, profiles and settings, and sends no requests.',
  arguments: [{ name: '<shell>', description: 'shell', choices: shells }],
  requests: [],
  output: 'text',
  notes: installation,
  examples: [
    ['enable it in this bash session', 'source <(newsletter completion bash) && complete -p newsletter'],
    ['print the script for zsh', 'newsletter completion zsh'],
  ],
  run: async ({ terminal }, [shell]) => await terminal.print(scripts[shell]),
});
