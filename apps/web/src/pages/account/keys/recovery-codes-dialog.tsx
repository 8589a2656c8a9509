import { securityTexts } from '@refrain/messages/en/account/security'
import { commonTexts } from '@refrain/messages/en/common'
import { useState } from 'react'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    copyText(codes.join('\n')).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <Dialog
      role="alertdialog"
      title={securityTexts.recoveryCodes}
      text={securityTexts.recoveryCodesText}
      onClose={onClose}
    >
      <ol className="grid w-full gap-x-4 gap-y-2 text-sm whitespace-nowrap sm:grid-cols-2">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <button type="button" className="button" onClick={() => void copy()}>
        {isCopied ? commonTexts.copied : securityTexts.copyCodes}
      </button>
      <button type="button" className="button button-accent" onClick={onClose}>
        {securityTexts.codesStored}
      </button>
    </Dialog>
  )
}
