import type { SkippedFile } from '@refrain/contract/administration/collection'

/** What helps with the reasons that an import gives, the first that applies. */
const HINTS: readonly (readonly [RegExp, NonNullable<SkippedFile['hint']>])[] = [
  [/ is not supported$/, 'convert'],
  [/permission denied/, 'permissions'],
  [/not valid UTF-8/, 'rename'],
  [/^links that lead out/, 'move'],
  [/empty|damaged|no sound|no known|holds neither|crashed|cut off|truncated/, 'damaged'],
]
const PICTURE = /\.(jpe?g|png|webp)$/i

/** What the operator can do about a file that was skipped; null if nothing is known to help. */
export function findSkipHint(path: string, reason: string): SkippedFile['hint'] {
  if (PICTURE.test(path)) return 'picture'
  return HINTS.find(([pattern]) => pattern.test(reason))?.[1] ?? null
}
