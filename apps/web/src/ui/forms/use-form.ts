import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'

/** Error messages by field name; valid fields have none. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * A form validated by a schema of the contract: on submit, and from then on with every change. Valid values go to
 * `onValid`; further submits are ignored while it is pending. Resetting the form clears its errors.
 */
export function useForm<Schema extends z.ZodMiniObject>(
  schema: Schema,
  onValid: (values: z.infer<Schema>) => Promise<void> | void,
) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [submitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const pending = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const { data, issues } = validate(schema, form)
    // Rendered before the field gets the focus, so that screen readers announce its message.
    flushSync(() => {
      setErrors(issues)
      setSubmitted(true)
    })
    if (data === undefined) return focusFirst(form, issues)
    if (pending.current) return
    pending.current = true
    setBusy(true)
    await onValid(data)
    pending.current = false
    setBusy(false)
  }

  const form = {
    noValidate: true,
    onSubmit: submit,
    onInput(event: FormEvent<HTMLFormElement>) {
      if (submitted) setErrors(validate(schema, event.currentTarget).issues)
    },
    onReset() {
      setErrors({})
      setSubmitted(false)
    },
  }
  return { form, errors, busy }
}

function validate<Schema extends z.ZodMiniObject>(
  schema: Schema,
  form: HTMLFormElement,
): { readonly data?: z.infer<Schema>; readonly issues: FieldErrors } {
  const { success, data, error } = schema.safeParse(Object.fromEntries(new FormData(form)))
  if (success) return { data, issues: {} }
  return { issues: Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])) }
}

function focusFirst(form: HTMLFormElement, issues: FieldErrors): void {
  const fields = Array.from(form.elements, field => field as HTMLInputElement)
  fields.find(field => field.name in issues)?.focus()
}
