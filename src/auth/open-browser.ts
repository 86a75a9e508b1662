import { spawn } from 'node:child_process';

/**
 * Opens an address in a browser: in the one BROWSER names (a list separated by colons, `%s` standing for the
 * address, as xdg-open and Python read it), else in the system's own.
 *
 * @returns false when there is none that could be started; nothing is thrown
 */
export async function openBrowser(address: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const named = environment.BROWSER?.trim();
  if (named) return await openNamed(named, address, environment);
  // Without a screen, the system's opener would start a browser for text inside this terminal, or nothing.
  const hasScreen = environment.DISPLAY || environment.WAYLAND_DISPLAY;
  if (process.platform === 'linux' && !hasScreen && !environment.WSL_DISTRO_NAME) return false;
  try {
    const { default: open } = await import('open');
    const child = await open(address);
    child.on('error', () => {});
    return true;
  } catch {
    return false;
  }
}

async function openNamed(named: string, address: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  for (const command of named.split(process.platform === 'win32' ? ';' : ':')) {
    const [program, ...rest] = command.trim().split(/\s+/);
    if (!program) continue;
    const args = rest.map(word => word.replaceAll('%s', () => address));
    if (!command.includes('%s')) args.push(address);
    if (await started(program, args, environment)) return true;
  }
  return false;
}

function started(program: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env: environment });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
