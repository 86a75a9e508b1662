/**
 * Loads a library, and removes the signal handlers that it adds. Those of conf send a signal again: one
 * Ctrl-C would count as two, and kill the process before it has cleaned up.
 *
 * @param load imports the library
 * @returns what `load` returns
 */
export async function withoutItsSignalHandlers<Library>(load: () => Promise<Library>): Promise<Library> {
  const before = new Set(signalListeners().map(({ listener }) => listener));
  const library = await load();
  for (const { signal, listener } of signalListeners()) {
    if (!before.has(listener)) process.off(signal, listener);
  }
  return library;
}

function signalListeners() {
  return process
    .eventNames()
    .map(String)
    .filter((name): name is NodeJS.Signals => name.startsWith('SIG'))
    .flatMap(signal => process.listeners(signal).map(listener => ({ signal, listener })));
}
