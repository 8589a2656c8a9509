import { commonTexts } from '@refrain/messages/en/common'

interface Props {
  /** Of the button that submits the form. */
  readonly label: string
  readonly busy: boolean
  readonly onCancel: () => void
}

/** The end of a form in a dialog: Cancel, which works while the form is sent, too, and the button that submits it. */
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
