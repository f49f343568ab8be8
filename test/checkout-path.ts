/** Returns why the test runner cannot load the files of a checkout: it reads a path as part of a URL. */
export function pathProblem(folder: string): string | undefined {
  const character = /[#%]/.exec(folder)?.[0];
  return character && `the test runner loads nothing from a path with ${character}: move the checkout out of ${folder}`;
}
