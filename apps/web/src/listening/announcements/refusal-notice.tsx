import { connectionTexts } from '@refrain/messages/en/connection'
import { useEffect, useState } from 'react'
import { useReachable } from '../../api/connection.ts'
import { ErrorToast, TOAST_MS } from '../../ui/dialogs/toast.tsx'

/** One line about the last change that was put back, for three seconds. @param count of such changes so far */
export default function RefusalNotice({ count }: { readonly count: number }) {
  const [hidden, setHidden] = useState(0)
  const isReachable = useReachable()
  useEffect(() => {
    const timer = setTimeout(() => setHidden(count), TOAST_MS)
    return () => clearTimeout(timer)
  }, [count])
  if (hidden === count) return null
  return (
    <ErrorToast
      key={count}
      message={isReachable ? connectionTexts.notSaved : connectionTexts.notSavedOffline}
    />
  )
}
