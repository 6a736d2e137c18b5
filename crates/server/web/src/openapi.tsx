// The page at /api/: a readable view of /api/openapi.json.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LiveRegion } from "./components/LiveRegion";
import { Logo, ThemeButton } from "./components/Layout";
import { Schema, type SchemaObject } from "./components/Schema";

interface Media { schema?: SchemaObject; example?: unknown; examples?: Record<string, { summary?: string; value?: unknown }> }
interface Operation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; description?: string; required?: boolean }[];
  requestBody?: { description?: string; content?: Record<string, Media> };
  responses?: Record<string, { description?: string; content?: Record<string, Media> }>;
}
interface Description {
  info?: { title?: string; description?: string; version?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, SchemaObject> };
}

const METHODS = ["get", "post", "put", "patch", "delete"];

function App() {
  const [description, setDescription] = useState<Description | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    fetch("/api/openapi.json").then((response) => response.json() as Promise<Description>).then(setDescription, () => setFailed(true));
  }, []);
  const operations = Object.entries(description?.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  );
  return (
    <>
      <header class="top">
        <a class="brand" href="/" aria-label="Deepen"><Logo /><span>Deepen</span></a>
        <nav aria-label="Pages"><a href="/">Back to the puzzles</a></nav>
        <ThemeButton />
      </header>
      <main id="main" class="api">
        <h1>{description?.info?.title ?? "API"} <span class="muted">{description?.info?.version}</span></h1>
        {failed && <p class="notice bad" role="alert">The API description could not be loaded.</p>}
        {description?.info?.description && <Prose text={description.info.description} />}
        <p>OpenAPI document: <a href="/api/openapi.json">/api/openapi.json</a></p>
        {operations.map(({ path, method, operation }) => (
          <section key={method + path} class="card">
            <h2><span class={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code></h2>
            {operation.summary && <p><strong>{operation.summary}</strong></p>}
            {operation.description && operation.description !== operation.summary && <Prose text={operation.description} />}
            {operation.parameters && operation.parameters.length > 0 && (
              <dl class="properties">
                {operation.parameters.map((parameter) => (
                  <div key={parameter.name}><dt><code>{parameter.name}</code> <span class="muted">in the {parameter.in}</span></dt><dd>{parameter.description}</dd></div>
                ))}
              </dl>
            )}
            {operation.requestBody?.content && <Body title="Request body" content={operation.requestBody.content} description={description!} />}
            {operation.responses && <Responses responses={operation.responses} description={description!} />}
          </section>
        ))}
      </main>
      <LiveRegion />
    </>
  );
}

function Prose({ text }: { text: string }) {
  return <>{text.split(/\n\s*\n/).map((paragraph, i) => <p key={i}>{paragraph}</p>)}</>;
}

function Body({ title, content, description }: { title: string; content: Record<string, Media>; description: Description }) {
  return (
    <>
      {Object.entries(content).map(([type, media]) => (
        <details key={type}>
          <summary>{title} <code>{type}</code></summary>
          {media.schema && <Schema schema={media.schema} all={description.components?.schemas ?? {}} />}
          {media.example !== undefined && <pre><code>{JSON.stringify(media.example, null, 2)}</code></pre>}
          {Object.entries(media.examples ?? {}).map(([name, example]) => (
            <figure key={name}><figcaption>{example.summary ?? name}</figcaption><pre><code>{JSON.stringify(example.value, null, 2)}</code></pre></figure>
          ))}
        </details>
      ))}
    </>
  );
}

type ResponseMap = NonNullable<Operation["responses"]>;

/** Lists successful responses; error responses are nearly the same everywhere and are collapsed. */
function Responses({ responses, description }: { responses: ResponseMap; description: Description }) {
  const [good, bad] = [/^[23]/, /^[^23]/].map((statuses) => Object.entries(responses).filter(([status]) => statuses.test(status)));
  return (
    <>
      <ResponseList responses={good!} description={description} />
      {bad!.length > 0 && (
        <details>
          <summary>Error responses: {bad!.map(([status]) => status).join(", ")}</summary>
          <ResponseList responses={bad!} description={description} />
        </details>
      )}
    </>
  );
}

function ResponseList({ responses, description }: { responses: [string, ResponseMap[string]][]; description: Description }) {
  return (
    <dl class="properties">
      {responses.map(([status, response]) => (
        <div key={status}>
          <dt><code>{status}</code></dt>
          <dd>
            {response.description}
            {response.content && <Body title="Response body" content={response.content} description={description} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

render(<App />, document.getElementById("root")!);
