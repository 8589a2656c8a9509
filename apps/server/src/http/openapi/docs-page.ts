import { escapeHtml } from '../responses/escape-html.ts'
import { callers, type DescribedCall, type describeService, type JsonSchema } from './describe-service.ts'

type Document = ReturnType<typeof describeService>

/** Renders the OpenAPI document as HTML without scripts. */
export function renderDocs(document: Document, addresses: { document: string; style: string }): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  )
  const byTag = Map.groupBy(calls, ({ call }) => call.tags[0] ?? '')
  const contents = [...byTag].map(
    ([tag, list]) =>
      `<li><a href="#${escapeHtml(tag)}">${escapeHtml(capitalize(tag))}</a><ul>${list
        .map(
          ({ call }) =>
            `<li><a href="#${escapeHtml(call.operationId)}">${escapeHtml(call.operationId)}</a></li>`,
        )
        .join('')}</ul></li>`,
  )
  const sections = [...byTag].map(
    ([tag, list]) =>
      `<section aria-labelledby="${escapeHtml(tag)}"><h2 id="${escapeHtml(tag)}">${escapeHtml(capitalize(tag))}</h2>${list
        .map(each => renderCall(each.path, each.method, each.call))
        .join('')}</section>`,
  )
  const title = escapeHtml(`${document.info.title}: what the service answers`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${escapeHtml(addresses.style)}">
</head>
<body>
<header><h1>${title}</h1>
<p>Bodies and answers are JSON. Every failure answers <code>{ "error", "requestId" }</code> in words for a person.
The same as <a href="${escapeHtml(addresses.document)}">an OpenAPI document</a>.</p></header>
<nav aria-label="Calls"><ul>${contents.join('')}</ul></nav>
<main>${sections.join('')}</main>
</body>
</html>
`
}

function renderCall(path: string, method: string, call: DescribedCall): string {
  const body = bodySchema(call)
  const success = schemaIn(call.responses[200])
  const refused = Object.entries(call.responses).filter(([status]) => status !== '200')
  return `<article id="${escapeHtml(call.operationId)}">
<h3>${escapeHtml(call.operationId)}</h3>
<p class="address"><b>${escapeHtml(method)}</b> <code>${escapeHtml(path)}</code></p>
<p>${escapeHtml(call.summary)}</p>
<dl>
<dt>Who may call it</dt><dd>${escapeHtml(callers[call['x-who']])}</dd>
${call.parameters.map(one => `<dt>${escapeHtml(one.name)} <small>in the ${one.in}</small></dt><dd>${describeSchema(one.schema)}</dd>`).join('')}
${body ? `<dt>Body</dt><dd>${describeSchema(body)}</dd>` : ''}
<dt>Answer</dt><dd>${success ? describeSchema(success) : ''}</dd>
<dt>Refused with</dt><dd><ul>${refused.map(([status, response]) => `<li><b>${escapeHtml(status)}</b> ${escapeHtml((response as { description: string }).description)}</li>`).join('')}</ul></dd>
</dl>
</article>`
}

function bodySchema(call: DescribedCall): JsonSchema | undefined {
  return schemaIn(call.requestBody)
}

function schemaIn(holder: object | undefined): JsonSchema | undefined {
  const { content } = (holder ?? {}) as { content?: Record<string, { schema: JsonSchema }> }
  return content?.['application/json']?.schema
}

/** A schema as text: its fields as a list, or its type and bounds. */
function describeSchema(schema: JsonSchema): string {
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    if (fields.length === 0) return 'Nothing.'
    return `<ul class="fields">${fields
      .map(([name, field]) => `<li><code>${escapeHtml(name)}</code> ${describeSchema(field)}</li>`)
      .join('')}</ul>`
  }
  const items = schema.items as JsonSchema | undefined
  if (schema.type === 'array' && items) return `a list of ${describeSchema(items)}`
  const variants = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined
  if (variants) return variants.map(describeSchema).join(' or ')
  const type = schema.type ?? 'value'
  return `<span class="type">${escapeHtml(String(type))}${escapeHtml(bounds(schema))}</span>`
}

function bounds(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, pattern } = schema
  const parts = [
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    minLength !== undefined && `at least ${minLength} letters`,
    maxLength !== undefined && `at most ${maxLength} letters`,
    pattern !== undefined && `like ${pattern}`,
  ].filter(part => part !== false)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
