import { openNewBuild } from './new-build.ts'

/** Seconds after which a pending chunk counts as failed. */
const TIMEOUT = 120

/** Loads the code of a page or a part of one. @throws Error "Loading chunk failed", whatever the cause */
export async function loadChunk<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT * 1000)
  })
  try {
    return await Promise.race([load().catch(tryNewBuild), timeout])
  } catch (cause) {
    throw new Error('Loading chunk failed', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** A newer build replaces the chunks of this one. Stays pending while the page reloads into it. */
async function tryNewBuild(cause: unknown): Promise<never> {
  if (await openNewBuild()) return new Promise(() => {})
  throw cause
}
