import type { StreamQuality } from '../../state/playback-settings.ts'

type MediaSourceClass = typeof MediaSource

/** iPhones have only the managed classes. */
interface MediaSourceGlobals {
  readonly MediaSource?: MediaSourceClass
  readonly ManagedMediaSource?: MediaSourceClass
  readonly SourceBuffer?: typeof SourceBuffer
  readonly ManagedSourceBuffer?: typeof SourceBuffer
}

const globals = () => globalThis as MediaSourceGlobals

function mediaSourceClass(): MediaSourceClass | undefined {
  return globals().MediaSource ?? globals().ManagedMediaSource
}

export function hasMediaSource(): boolean {
  return mediaSourceClass() !== undefined
}

export interface MediaSourceOpening {
  readonly opened: Promise<MediaSource>
  /** Frees a MediaSource that was replaced before it opened. */
  revoke(): void
}

/** Attaches a new MediaSource to an element. */
export function openMediaSource(element: HTMLMediaElement): MediaSourceOpening {
  const MediaSourceClass = mediaSourceClass()
  if (!MediaSourceClass) throw new Error('MediaSource is not supported.')
  const source = new MediaSourceClass()
  const opened = new Promise<MediaSource>(resolve => {
    source.addEventListener('sourceopen', () => resolve(source), { once: true })
  })
  // A managed source does not open otherwise.
  element.disableRemotePlayback = true
  const url = URL.createObjectURL(source)
  element.src = url
  const revoke = () => URL.revokeObjectURL(url)
  void opened.then(revoke)
  return { opened, revoke }
}

/** What a request for a stream says besides the track. */
export interface StreamOptions {
  /** The browser cannot append raw MP3 frames. */
  readonly container?: 'mp4'
  /** By default the original. */
  readonly quality?: 'high' | 'saver'
}

export function streamOptions(wanted: StreamQuality): StreamOptions {
  const quality = playsQualities() ? wanted : 'original'
  return {
    ...(!canAppend('audio/mpeg') && { container: 'mp4' }),
    ...(quality !== 'original' && { quality }),
  }
}

/** Whether the browser plays other qualities than the original: as Opus. */
export function playsQualities(): boolean {
  return hasMediaSource() && canAppend('audio/mp4; codecs="opus"')
}

/** Whether bytes of this type can be appended. */
export function canAppend(mime: string): boolean {
  return mediaSourceClass()?.isTypeSupported(mime) === true
}
