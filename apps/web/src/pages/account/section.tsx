import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

/** A section of My Account. */
export function Section({ title, text, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-panel bg-raised p-4 sm:p-6">
      <h2 id={id} className="text-base font-bold">
        {title}
      </h2>
      {text && <p className="mt-1 text-sm text-quiet">{text}</p>}
      {children && <div className="mt-4">{children}</div>}
    </section>
  )
}
