/**
 * Loads a library and takes away the signal handlers it brings. Those of conf and proper-lockfile raise each
 * signal a second time: the first Ctrl-C would count as two, and end what should end in good order.
 *
 * @param load imports the library
 * @returns what `load` gave
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
