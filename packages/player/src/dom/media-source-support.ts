type MediaSourceClass = typeof MediaSource

function find(): MediaSourceClass | undefined {
  const { MediaSource: usual, ManagedMediaSource: managed } = globalThis as unknown as {
    MediaSource?: MediaSourceClass
    ManagedMediaSource?: MediaSourceClass
  }
  return usual ?? managed
}

/** True where tracks of different codecs can go through one SourceBuffer. */
export function hasMediaSource(): boolean {
  return find() !== undefined && 'changeType' in (globalThis.SourceBuffer?.prototype ?? {})
}

/** iPhones know only the managed kind. */
export function mediaSourceClass(): MediaSourceClass {
  const found = find()
  if (!found) throw new Error('This browser has no MediaSource.')
  return found
}

export function canAppend(mime: string): boolean {
  return find()?.isTypeSupported(mime) === true
}
