import { type ReactNode, type Ref, useId } from 'react'

interface Props {
  readonly title: string
  readonly text?: string
  /** Of the title, which can then get the focus. */
  readonly titleRef?: Ref<HTMLHeadingElement>
  readonly children?: ReactNode
}

/** A section of My Account. */
export function Section({ title, text, titleRef, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-panel bg-raised p-4 sm:p-6">
      <h2 id={id} ref={titleRef} tabIndex={titleRef ? -1 : undefined} className="text-base font-bold">
        {title}
      </h2>
      {text && <p className="mt-1 text-sm text-quiet">{text}</p>}
      {children && <div className="mt-4">{children}</div>}
    </section>
  )
}
