type MediaSourceClass = typeof MediaSource

/** What a browser has; iPhones know only the managed kind. */
interface Kinds {
  readonly MediaSource?: MediaSourceClass
  readonly ManagedMediaSource?: MediaSourceClass
  readonly SourceBuffer?: typeof SourceBuffer
  readonly ManagedSourceBuffer?: typeof SourceBuffer
}

const kinds = () => globalThis as Kinds

function find(): MediaSourceClass | undefined {
  const { MediaSource: usual, ManagedMediaSource: managed } = kinds()
  return usual ?? managed
}

/** True where tracks of different codecs can go through one SourceBuffer. */
export function hasMediaSource(): boolean {
  const { SourceBuffer: usual, ManagedSourceBuffer: managed } = kinds()
  return find() !== undefined && 'changeType' in ((usual ?? managed)?.prototype ?? {})
}

/** Gives an element a fresh MediaSource; resolves when it can be filled. */
export function openMediaSource(element: HTMLMediaElement): Promise<MediaSource> {
  const MediaSourceClass = find()
  if (!MediaSourceClass) throw new Error('This browser has no MediaSource.')
  const source = new MediaSourceClass()
  const opened = new Promise<MediaSource>(resolve => {
    source.addEventListener('sourceopen', () => resolve(source), { once: true })
  })
  // A managed source opens only where nothing can be sent to another device.
  element.disableRemotePlayback = true
  const url = URL.createObjectURL(source)
  element.src = url
  void opened.then(() => URL.revokeObjectURL(url))
  return opened
}

/** True where bytes of this type can be appended. */
export function canAppend(mime: string): boolean {
  return find()?.isTypeSupported(mime) === true
}
