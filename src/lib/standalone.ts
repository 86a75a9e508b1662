/** Whether this is the executable with a Node of its own, and not a script that Node runs. */
export const isStandalone = () => process.getBuiltinModule('node:sea')?.isSea() === true;
