/** What examples name on a command line: it is in every new account of the sandbox. */
export const exampleDraft = '"Twelve bridges before breakfast"';
export const exampleSent = '"Letters from the branch line"';
/** A tag that the reader created: no list of the service has its id. */
export const exampleTag = '6fa459ea-ee8a-4ca4-894e-db77e160355e';
export const exampleImport = '50e8649f-ba82-4880-847a-4583e175cdad';
