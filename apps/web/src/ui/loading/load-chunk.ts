import { openNewBuild } from './new-build.ts'

/** Seconds after which a page that is still being fetched counts as failed (CON-21). */
const PATIENCE = 120

/** Fetches the code of a page or a part of one; any failure reads as ERR-19 says. */
export async function loadChunk<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), PATIENCE * 1000)
  })
  try {
    return await Promise.race([load().catch(takeNewBuild), late])
  } catch (cause) {
    throw new Error('Loading chunk failed', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Code that is gone because of a newer build comes with that one; the page is on its way there. */
async function takeNewBuild(cause: unknown): Promise<never> {
  if (await openNewBuild()) return new Promise(() => {})
  throw cause
}
