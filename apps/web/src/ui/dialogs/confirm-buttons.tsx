import { commonTexts } from '@refrain/messages/en/common'

interface Props {
  readonly label: string
  /** Whether nothing undoes it. */
  readonly grave?: boolean
  /** Both buttons then do nothing. */
  readonly busy?: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** The answers to a dialog's question: Cancel, and what it asks about. */
export function ConfirmButtons({ label, grave = false, busy = false, onCancel, onConfirm }: Props) {
  return (
    <>
      <button
        type="button"
        aria-disabled={busy || undefined}
        className="button"
        onClick={busy ? undefined : onCancel}
      >
        {commonTexts.cancel}
      </button>
      <button
        type="button"
        aria-disabled={busy || undefined}
        className={`button ${grave ? 'button-grave' : 'button-accent'}`}
        onClick={busy ? undefined : onConfirm}
      >
        {label}
      </button>
    </>
  )
}
