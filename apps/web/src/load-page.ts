/** Seconds after which a page that is still being fetched counts as failed (CON-21). */
const PATIENCE = 120

/** Fetches the code of a page or a part of one; any failure reads as ERR-19 says. */
export async function loadPage<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), PATIENCE * 1000)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw new Error('Loading chunk failed', { cause })
  } finally {
    clearTimeout(timer)
  }
}
