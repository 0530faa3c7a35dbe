/** In the page: what a worker says of rows over threads. @returns {Promise<string>} what is wrong; "" if nothing is */
export const differences = () =>
  new Promise((resolve) => {
    const caller = new Worker(new URL("./threads-caller.js", import.meta.url), { type: "module" });
    caller.onmessage = ({ data }) => resolve(data);
    caller.onerror = ({ message }) => resolve(`the worker does not load: ${message}`);
  });
