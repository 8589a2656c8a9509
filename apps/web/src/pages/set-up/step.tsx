import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { SubmitButton } from '../../account/submit-button.tsx'

const STEPS = 3

interface Props {
  readonly number: number
  readonly title: string
  readonly text?: string | undefined
  /** Keeps what is entered while another step is shown. */
  readonly isShown?: boolean
  readonly form: ComponentProps<'form'>
  readonly action: string
  readonly busy: boolean
  readonly onBack?: () => void
  readonly children: ReactNode
}

/** A step of the set-up: its heading gets the focus once another step has led to it. */
export function Step(props: Props) {
  const { number, title, text, isShown = true, form, action, busy, onBack, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const wasShown = useRef(isShown && number === 1)
  useEffect(() => {
    if (isShown && !wasShown.current) heading.current?.focus()
    wasShown.current = isShown
  }, [isShown])
  return (
    <form {...form} hidden={!isShown} className="rounded-panel bg-raised p-4 sm:p-6">
      <p className="text-sm font-semibold text-accent">{setUpTexts.step({ number, count: STEPS })}</p>
      <h2 ref={heading} tabIndex={-1} className="mt-1 text-xl font-bold outline-none">
        {title}
      </h2>
      {text && <p className="mt-1 text-sm text-quiet">{text}</p>}
      <div className="my-4 grid gap-4">{children}</div>
      <div className="flex gap-3">
        {onBack && (
          <button type="button" className="button flex-none" onClick={onBack}>
            {setUpTexts.back}
          </button>
        )}
        <SubmitButton busy={busy}>{action}</SubmitButton>
      </div>
    </form>
  )
}
