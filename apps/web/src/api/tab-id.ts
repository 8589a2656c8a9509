/** The name of this open page, by which the service does not tell it of what it changed itself; new at each load. */
export const tabId = Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join(
  '',
)
