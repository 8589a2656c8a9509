import { commonTexts } from '@refrain/messages/en/common'

interface Props {
  /** Of the button that submits the form. */
  readonly label: string
  readonly busy: boolean
  readonly onCancel: () => void
}

/** The Cancel and submit buttons of a form in a dialog. Cancel works while the form is being sent. */
export function FormButtons({ label, busy, onCancel }: Props) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <button type="button" className="button" onClick={onCancel}>
        {commonTexts.cancel}
      </button>
      <button type="submit" aria-disabled={busy || undefined} className="button button-accent">
        {label}
      </button>
    </div>
  )
}
