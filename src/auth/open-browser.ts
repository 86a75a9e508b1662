import { spawn } from 'node:child_process';

/**
 * Opens a URL in the browser that BROWSER names, or else in the default browser. BROWSER is a list separated by colons,
 * with `%s` for the URL, as xdg-open and Python read it.
 *
 * @returns false when no browser could be started; never rejects
 */
export async function openBrowser(address: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const named = environment.BROWSER?.trim();
  if (named) return await openNamed(named, address, environment);
  if (!hasDesktop(environment, process.platform)) return false;
  try {
    const { default: open } = await import('open');
    const child = await open(address);
    child.on('error', () => {});
    return true;
  } catch {
    return false;
  }
}

/** Whether the default browser has a window: without a display, xdg-open may start a text browser in this terminal. */
export function hasDesktop(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = environment;
  return platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY || WSL_DISTRO_NAME);
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
