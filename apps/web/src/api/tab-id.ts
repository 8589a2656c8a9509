/** Identifies this page load, so that it can ignore live updates about its own changes. */
export const tabId = Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join(
  '',
)
