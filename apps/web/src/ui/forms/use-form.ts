import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'

/** What is wrong with each field, by its name; nothing for those that are right. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * A form that is judged by a shape of the contract: when it is sent, and from then on with every change.
 * What is right goes to `act`; nothing is sent again while that is still at it. A form that is reset begins anew.
 */
export function useForm<Shape extends z.ZodMiniObject>(
  shape: Shape,
  act: (values: z.infer<Shape>) => Promise<void> | void,
) {
  const [wrong, setWrong] = useState<FieldErrors>({})
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const acting = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const { data, issues } = judge(shape, form)
    // Drawn before the field has the focus, so that its message is read out with it.
    flushSync(() => {
      setWrong(issues)
      setSent(true)
    })
    if (data === undefined) return focusFirst(form, issues)
    if (acting.current) return
    acting.current = true
    setBusy(true)
    await act(data)
    acting.current = false
    setBusy(false)
  }

  const form = {
    noValidate: true,
    onSubmit: submit,
    onInput(event: FormEvent<HTMLFormElement>) {
      if (sent) setWrong(judge(shape, event.currentTarget).issues)
    },
    onReset() {
      setWrong({})
      setSent(false)
    },
  }
  return { form, wrong, busy }
}

function judge<Shape extends z.ZodMiniObject>(
  shape: Shape,
  form: HTMLFormElement,
): { readonly data?: z.infer<Shape>; readonly issues: FieldErrors } {
  const { success, data, error } = shape.safeParse(Object.fromEntries(new FormData(form)))
  if (success) return { data, issues: {} }
  return { issues: Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])) }
}

function focusFirst(form: HTMLFormElement, issues: FieldErrors): void {
  const fields = Array.from(form.elements, field => field as HTMLInputElement)
  fields.find(field => field.name in issues)?.focus()
}
