// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Editing: the parts of the scenario, a form for each, and the text beside them.
import { useMemo, useState } from 'preact/hooks';
import { schema } from 'wayfield-schema';
import { partsOf, remove } from '../model/document.ts';
import { definitionAt, drawnKeys, Forms, type FormField } from '../model/forms.ts';
import { at, isObject, nameOf, withAt, type Json, type JsonObject, type Path } from '../model/json.ts';
import type { State, Studio } from '../model/studio.ts';
import { Icon, IconButton, Segments, Typed } from './parts.tsx';

const forms = new Forms(schema as JsonObject);

export function EditPanel({ studio, state }: { studio: Studio; state: State }) {
  const [shown, setShown] = useState<'parts' | 'settings' | 'text'>('parts');
  if (!state.canEdit) {
    return <section><p class="soft">This scene is made by a program and has no file to edit. Open another one, or a new, empty room.</p></section>;
  }
  return (
    <>
      <section aria-label="Editing">
        <div class="row" style={{ justifyContent: 'space-between' }}>
          <Segments label="Edit" value={shown} options={[['parts', 'Parts'], ['settings', 'Settings'], ['text', 'Text']]} onChange={setShown} />
          <div class="row">
            <IconButton icon="undo" label="Undo" hotkey="Ctrl Z" disabled={!state.canUndo} onClick={() => studio.undo()} />
            <IconButton icon="redo" label="Redo" hotkey="Ctrl Shift Z" disabled={!state.canRedo} onClick={() => studio.redo()} />
          </div>
        </div>
        {state.refusal && <div class="message" role="alert" style={{ marginTop: '10px' }}>{state.refusal.message}</div>}
        <p class="soft" style={{ marginTop: '6px' }}>{studio.tick > 0 ? 'Walls and ground change from the moment shown: the run forks. Anything else begins a new run.' : 'Changes begin a new run.'}</p>
      </section>
      {shown === 'parts' && <Parts studio={studio} state={state} />}
      {shown === 'settings' && <Settings studio={studio} state={state} />}
      {shown === 'text' && <Text studio={studio} state={state} />}
    </>
  );
}

function Parts({ studio, state }: { studio: Studio; state: State }) {
  const { value } = state.document;
  const parts = useMemo(() => (value ? partsOf(value) : []), [value]);
  if (!value) {
    return <section><p class="soft">The text is no JSON at the moment; mend it under “Text”.</p></section>;
  }
  const selected = state.part && at(value, state.part) !== undefined ? state.part : null;
  return (
    <>
      <section aria-label="Parts">
        <h2>Parts</h2>
        {parts.length === 0 && <p class="soft">Nothing here yet. Choose a tool at the left of the picture and draw: walls first, then a goal, then people.</p>}
        {parts.length > 0 && (
          <ul class="parts">
            {parts.map((part) => (
              <li key={nameOf(part.path)}>
                <button type="button" aria-current={selected !== null && nameOf(selected) === nameOf(part.path)} onClick={() => { studio.set({ part: part.path, tool: 'select' }); studio.onFrame(); }}>
                  <span>{part.name}</span><small>{part.what}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {selected && (
        <section aria-label="Selected part">
          <h2>
            {nameOf(selected)}
            <button type="button" class="button" onClick={() => deletePart(studio)}><Icon name="trash" size={16} /> Delete</button>
          </h2>
          <Form studio={studio} state={state} path={selected} />
        </section>
      )}
    </>
  );
}

export function deletePart(studio: Studio): void {
  const { part, document } = studio.state;
  if (part && document.value) {
    studio.set({ part: null });
    studio.edit(remove(document.value, part));
    void studio.apply();
  }
}

function Settings({ studio, state }: { studio: Studio; state: State }) {
  return (
    <>
      <section aria-label="Name"><h2>Scenario</h2><Row studio={studio} state={state} path={['name']} field={{ key: 'name', kind: 'text', about: 'Shown in reports and pictures', unit: '', absent: '', choices: [], required: false }} /></section>
      <section aria-label="World"><h2>World</h2><Form studio={studio} state={state} path={['world']} /></section>
      <section aria-label="Run"><h2>Run</h2><Form studio={studio} state={state} path={['run']} /></section>
      <section aria-label="Crowd"><h2>Crowd</h2><Form studio={studio} state={state} path={['crowd']} /></section>
    </>
  );
}

function Form({ studio, state, path }: { studio: Studio; state: State; path: Path }) {
  const value = at(state.document.value ?? undefined, path);
  const object = isObject(value) ? value : {};
  const definition = definitionAt(path);
  const fields = definition ? forms.fields(definition, object).filter((field) => !drawnKeys.has(field.key)) : [];
  // What is said already comes first.
  const [said, unsaid] = [fields.filter((field) => field.key in object || field.required), fields.filter((field) => !(field.key in object) && !field.required)];
  return (
    <>
      {said.map((field) => <Row key={field.key} studio={studio} state={state} path={[...path, field.key]} field={field} />)}
      {unsaid.length > 0 && (
        <details>
          <summary class="soft" style={{ padding: '6px 0', cursor: 'pointer' }}>{unsaid.length} more {unsaid.length === 1 ? 'field' : 'fields'}, at their defaults</summary>
          {unsaid.map((field) => <Row key={field.key} studio={studio} state={state} path={[...path, field.key]} field={field} />)}
        </details>
      )}
    </>
  );
}

interface RowProps {
  studio: Studio;
  state: State;
  path: Path;
  field: FormField;
}

function Row({ studio, state, path, field }: RowProps) {
  const value = at(state.document.value ?? undefined, path);
  const name = nameOf(path);
  const wrong = state.refusal?.field === name || state.refusal?.field.startsWith(`${name}.`) || state.refusal?.field.startsWith(`${name}[`);
  const change = (to: Json | undefined) => {
    if (state.document.value && to !== value) {
      studio.edit(withAt(state.document.value, path, to) as JsonObject);
      void studio.apply();
    }
  };
  const range = field.least !== undefined && field.most !== undefined && field.most < 1e6 ? `${field.least} to ${field.most}` : '';
  return (
    <div class={`field${wrong ? ' bad' : ''}`}>
      <label for={name}>{field.key}{field.unit && <span class="soft">, {field.unit}</span>}</label>
      <Control id={name} field={field} value={value} goals={goalNames(state)} onChange={change} />
      {wrong && <span class="wrong" role="alert">{state.refusal!.detail}</span>}
      {(field.about || range) && <span class="says">{field.about}{range ? ` (${range})` : ''}</span>}
    </div>
  );
}

const goalNames = (state: State): string[] => {
  const goals = state.document.value?.goals;
  return (Array.isArray(goals) ? goals : []).flatMap((goal) => (isObject(goal) && typeof goal.name === 'string' ? [goal.name] : []));
};

function Control({ id, field, value, goals, onChange }: { id: string; field: FormField; value: Json | undefined; goals: string[]; onChange: (value: Json | undefined) => void }) {
  const typed = (text: string): Json | undefined => {
    if (text.trim() === '') {
      return undefined;
    }
    try {
      return JSON.parse(text) as Json;
    } catch {
      return text;
    }
  };
  if (field.key === 'stops' && goals.length > 0 && (value === undefined || (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string'))) {
    return (
      <select id={id} value={Array.isArray(value) ? String(value[0]) : ''} onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : [event.currentTarget.value])}>
        <option value="">stays</option>
        {goals.map((goal) => <option key={goal} value={goal}>{goal}</option>)}
      </select>
    );
  }
  switch (field.kind) {
    case 'boolean':
      return (
        <select id={id} value={value === undefined ? '' : String(value)} onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value === 'true')}>
          <option value="">{field.absent ? `default: ${field.absent === 'true' ? 'yes' : field.absent === 'false' ? 'no' : field.absent}` : 'default'}</option>
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      );
    case 'choice':
      return (
        <select id={id} value={typeof value === 'string' ? value : ''} onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}>
          <option value="">{field.absent ? `default: ${field.absent}` : 'default'}</option>
          {field.choices.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
        </select>
      );
    case 'text':
      return <Typed id={id} type="text" value={typeof value === 'string' ? value : ''} placeholder={field.absent} onDone={(text) => onChange(text === '' ? undefined : text)} />;
    case 'number':
    case 'integer':
      return <Typed id={id} type="text" inputMode="decimal" value={value === undefined ? '' : String(value)} placeholder={field.absent} onDone={(text) => onChange(typed(text))} />;
    case 'vector': {
      const pair = Array.isArray(value) && value.length === 2 ? value : null;
      const setPart = (i: number, text: string) => {
        const next: Json[] = pair ? [...pair] : [0, 0];
        next[i] = typed(text) ?? 0;
        onChange(next);
      };
      return (
        <div class="pairs">
          {[0, 1].map((i) => <Typed key={i} id={i === 0 ? id : undefined} aria-label={`${field.key}, ${i === 0 ? 'first' : 'second'}`} type="text" inputMode="decimal" value={pair ? String(pair[i]) : ''} onDone={(text) => setPart(i, text)} />)}
        </div>
      );
    }
    default:
      return <Typed id={id} type="text" value={value === undefined ? '' : JSON.stringify(value)} placeholder={field.absent} onDone={(text) => onChange(typed(text))} />;
  }
}

function Text({ studio, state }: { studio: Studio; state: State }) {
  const { refusal, document } = state;
  return (
    <section aria-label="Text">
      <h2>
        The file
        <button type="button" class="button" onClick={() => void studio.apply()}>Apply</button>
      </h2>
      <textarea
        class="json" aria-label="Scenario as text" spellcheck={false} value={document.text}
        onInput={(event) => studio.editText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            void studio.apply();
          }
          event.stopPropagation();
        }}
      />
      <p class="soft">{refusal && refusal.line > 0 ? `Line ${refusal.line}, column ${refusal.column}.` : 'Ctrl and Enter apply it.'}</p>
    </section>
  );
}
