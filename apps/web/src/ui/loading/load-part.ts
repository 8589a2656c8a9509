import type { ComponentType } from 'react'
import { checkConnection } from '../../api/connection.ts'
import { loadChunk } from './load-chunk.ts'

const MAX_TRIES = 3

/**
 * Loads the code of a part of a page. While the server cannot be reached it waits, because React never loads a part again that
 * has failed once.
 * @throws Error "Loading chunk failed" if the server answers, but not with the code
 */
export async function loadPart<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let tries = 1; ; tries++) {
    try {
      return await loadChunk(load)
    } catch (error) {
      if (tries === MAX_TRIES) throw error
      await checkConnection()
    }
  }
}

/** As `loadPart`, for a part that a page can do without: nothing is shown if the server answers, but not with the code. */
export function loadExtra<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Promise<{ default: ComponentType<Props> }> {
  return loadPart(load).catch(() => ({ default: () => null }))
}
