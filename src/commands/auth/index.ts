import { authGroup } from '../../cli/aliases.ts';
import type { CommandGroup } from '../../cli/command.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { token } from './token.ts';
import { whoami } from './whoami.ts';

export const auth: CommandGroup = {
  name: authGroup,
  description: 'Sign in and out. `newsletter login` is short for `newsletter auth login`, and so on.',
  examples: [['sign in', 'newsletter login']],
  commands: [login, logout, whoami, token],
};
