import { command } from '../cli/command.ts';
import bash from '../completion/scripts/bash.sh?raw';
import fish from '../completion/scripts/fish.fish?raw';
import powershell from '../completion/scripts/powershell.ps1?raw';
import zsh from '../completion/scripts/zsh.zsh?raw';
import { type Shell, shells } from '../completion/shells.ts';

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };

const installation = `
To install it, once:
  bash        echo 'source <(newsletter completion bash)' >> ~/.bashrc
              on macOS's bash 3.2: eval "$(newsletter completion bash)"
  zsh         newsletter completion zsh > "\${fpath[1]}/_newsletter"
              or, after compinit in ~/.zshrc: source <(newsletter completion zsh)
  fish        newsletter completion fish > ~/.config/fish/completions/newsletter.fish
  PowerShell  in the file $PROFILE:
              newsletter completion powershell | Out-String | Invoke-Expression`;

/** `completion`: prints the completion script for a shell. */
export const completion = command({
  name: 'completion',
  description:
    'Print the script that completes command lines of this program with the Tab key: commands, options, their values, profiles, settings, and the names of groups, fields, tags and emails that the program has seen last. It never asks the service.',
  arguments: [{ name: '<shell>', description: 'the shell', choices: shells }],
  requests: [],
  output: 'text',
  notes: installation,
  examples: [
    ['now, in this bash', 'source <(newsletter completion bash) && complete -p newsletter'],
    ['look at what zsh would get', 'newsletter completion zsh'],
  ],
  run: async ({ terminal }, [shell]) => await terminal.print(scripts[shell]),
});
