import type { IAudioMetadata } from 'music-metadata'

const FIELDS = { artists: /^artists?$/i, albumartists: /^album ?artists?$/i } as const

/**
 * Takes the names of artists from an APEv2 tag, which is always Unicode, where there is one. The library prefers its other
 * texts, but keeps the lists of names of an ID3 tag that it has read before.
 */
export function preferApe({ native, common }: IAudioMetadata): void {
  for (const [field, ids] of Object.entries(FIELDS) as [keyof typeof FIELDS, RegExp][]) {
    const names = (native.APEv2 ?? []).filter(({ id }) => ids.test(id)).map(({ value }) => String(value))
    if (names.length > 0) common[field] = [...new Set(names)]
  }
}
