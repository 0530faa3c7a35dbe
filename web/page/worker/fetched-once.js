/** What the labs' jobs fetch besides their code: once, when it is first wanted. */

/**
 * @template T
 * @param {string} url
 * @param {(response: Response) => Promise<T>} read
 * @returns {() => Promise<T>} after a failure it is fetched anew
 */
export function fetchedOnce(url, read) {
  /** @type {Promise<T> | undefined} */
  let fetching;
  const fetched = async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return read(response);
  };
  return () =>
    (fetching ??= fetched().catch((error) => {
      fetching = undefined;
      throw error;
    }));
}

/** The words of a list, one in each line. @param {Response} response */
export const wordsOf = async (response) => (await response.text()).trim().split("\n");
