import { commonTexts } from '@refrain/messages/en/common'

interface Props {
  readonly label: string
  /** Whether the action cannot be undone. */
  readonly grave?: boolean
  /** Both buttons then do nothing. */
  readonly busy?: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** The Cancel and confirm buttons of a dialog. */
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
