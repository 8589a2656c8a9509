import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  /** Description. */
  readonly text: string
  /** Current value, if the control does not show it. */
  readonly value?: string
  readonly children?: ReactNode
}

/** A playback setting: name, value, control and description. */
export function SoundSetting({ title, text, value, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-panel bg-raised px-4 py-4 sm:px-6 sm:py-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-base font-bold">
          {title}
        </h2>
        {value && <span className="tabular text-sm font-semibold">{value}</span>}
      </div>
      <p className={`mt-1 text-sm text-quiet ${children ? 'mb-3' : ''}`}>{text}</p>
      {children}
    </section>
  )
}
