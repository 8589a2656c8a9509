import { deleteListens } from '@refrain/contract/listening/listens'
import { accountTexts } from '@refrain/messages/en/account'
import { commonTexts } from '@refrain/messages/en/common'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { RemovalDialog } from './removal-dialog.tsx'
import { Section } from './section.tsx'

/** Deletes what the service knows about when the listener played what. */
export function ListensSection() {
  const [isAsking, setAsking] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  function showDeleted(): void {
    setDeleted(true)
    title.current?.focus()
  }
  return (
    <Section title={accountTexts.listens} text={accountTexts.listensText} titleRef={title}>
      <button type="button" className="button button-grave" onClick={() => setAsking(true)}>
        {accountTexts.deleteListens}
      </button>
      <p role="status" className="mt-3 text-sm text-quiet empty:hidden">
        {isDeleted && accountTexts.listensDeleted}
      </p>
      {isAsking && (
        <RemovalDialog
          title={accountTexts.deleteListensQuestion}
          text={accountTexts.deleteListensWarning}
          label={commonTexts.delete}
          remove={() => call(deleteListens, {})}
          onClose={() => setAsking(false)}
          onRemoved={showDeleted}
        />
      )}
    </Section>
  )
}
