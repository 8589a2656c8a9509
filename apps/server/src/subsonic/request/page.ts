import { countLimits } from '@refrain/contract/limits'
import type { Parameters } from './parameters.ts'

export interface Page {
  readonly offset: number
  readonly most: number
}

/** Reads which part of a list is asked for. Sizes beyond the limit are reduced to it. */
export function readPage(
  parameters: Parameters,
  { size, offset, or }: { size: string; offset: string; or: number },
): Page {
  return {
    most: parameters.whole(size, { or, least: 0, most: countLimits.appPage }),
    offset: parameters.whole(offset, { or: 0, least: 0, most: Number.MAX_SAFE_INTEGER }),
  }
}
