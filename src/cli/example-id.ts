/** The id used in examples. */
export const exampleId = '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f';
