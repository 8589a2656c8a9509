import { useProgress } from '../engine/use-player.ts'

/** A thin progress line on the mini player; decorative. */
export function ProgressLine() {
  const done = useProgress(({ position, duration }) => (duration > 0 ? position / duration : 0))
  return (
    <div aria-hidden className="h-0.5 w-full bg-line">
      <div
        ref={element => element?.style.setProperty('scale', `${done} 1`)}
        className="size-full origin-left scale-x-0 bg-accent"
      />
    </div>
  )
}
