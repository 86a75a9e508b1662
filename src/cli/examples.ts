/** What examples name on a command line: it is in every new account of the sandbox. */
export const exampleDraft = '"Twelve bridges before breakfast"';
export const exampleSent = '"Letters from the branch line"';
export const exampleImport = '50e8649f-ba82-4880-847a-4583e175cdad';
