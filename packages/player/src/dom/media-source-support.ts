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

/** Gives an element a fresh MediaSource; resolves when it can be filled. */
export function openMediaSource(element: HTMLMediaElement): Promise<MediaSource> {
  // iPhones know only the managed kind.
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
