import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  /** What it does. */
  readonly text: string
  /** What it is set to, where its control does not say so. */
  readonly value?: string
  readonly children: ReactNode
}

/** One setting of the sound: its name, its value, its control and what it does. */
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
      <p className="mt-1 mb-3 text-sm text-quiet">{text}</p>
      {children}
    </section>
  )
}
