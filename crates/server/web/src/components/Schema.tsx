// A JSON schema as a list of properties. References are resolveRef a few steps deep.
export interface SchemaObject {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, SchemaObject>;
  required?: string[];
  items?: SchemaObject;
  enum?: unknown[];
  oneOf?: SchemaObject[];
  anyOf?: SchemaObject[];
  allOf?: SchemaObject[];
  example?: unknown;
}

type All = Record<string, SchemaObject>;

export function Schema({ schema, all, depth = 0 }: { schema: SchemaObject; all: All; depth?: number }) {
  const found = resolveRef(schema, all);
  const parts = found.allOf?.map((part) => resolveRef(part, all)) ?? [found];
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const required = parts.flatMap((part) => part.required ?? []);
  const variants = found.oneOf ?? found.anyOf;
  if (!properties.length && variants && depth < 3) {
    return <ul class="variants">{variants.map((variant, i) => <li key={i}><Schema schema={variant} all={all} depth={depth + 1} /></li>)}</ul>;
  }
  if (!properties.length) return <p><code>{typeName(schema, all)}</code> {found.description}</p>;
  return (
    <dl class="properties">
      {properties.map(([name, property]) => {
        const inner = resolveRef(property.items ?? property, all);
        return (
          <div key={name}>
            <dt><code>{name}</code>{required.includes(name) && <span class="must" title="required">required</span>} <span class="muted">{typeName(property, all)}</span></dt>
            <dd>
              {property.description ?? resolveRef(property, all).description}
              {inner.properties && depth < 2 && <Schema schema={inner} all={all} depth={depth + 1} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function resolveRef(schema: SchemaObject, all: All): SchemaObject {
  return schema.$ref ? all[schema.$ref.split("/").pop()!] ?? {} : schema;
}

function typeName(schema: SchemaObject, all: All): string {
  if (schema.$ref) return schema.$ref.split("/").pop()!;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return [...new Set(variants.map((variant) => typeName(variant, all)))].join(" or ");
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type ?? "any";
  return type === "array" && schema.items ? `list of ${typeName(schema.items, all)}` : type;
}
