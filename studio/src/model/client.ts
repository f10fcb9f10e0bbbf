// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The page's end of the line to the worker. Questions become promises.
import type { AgentView, FieldView, FromWorker, Refusal, SketchPreview, Stage, ToWorker } from '../engine/protocol.ts';

type Listener = (message: FromWorker) => void;
type Ask<T extends ToWorker['type']> = Omit<Extract<ToWorker, { type: T }>, 'type' | 'ask'>;

export class Client {
  private asked = 0;
  private readonly waiting = new Map<number, (message: FromWorker) => void>();

  constructor(
    private readonly worker: Worker,
    private readonly listen: Listener,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('ask' in data) {
        this.waiting.get(data.ask)?.(data);
        this.waiting.delete(data.ask);
      } else {
        this.listen(data);
      }
    };
    worker.onerror = (event) => this.listen({ type: 'failed', message: event.message || 'The worker could not be started.' });
  }

  send(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  private ask(message: ToWorker & { ask: number }): Promise<FromWorker> {
    return new Promise((resolve) => {
      this.waiting.set(message.ask, resolve);
      this.send(message);
    });
  }

  async check(question: Ask<'check'>): Promise<{ refusal: Refusal | null; stage: Stage | null }> {
    const answer = await this.ask({ type: 'check', ask: ++this.asked, ...question });
    return answer.type === 'checked' ? answer : { refusal: null, stage: null };
  }

  private async answer<T>(message: ToWorker & { ask: number }): Promise<T | null> {
    const answer = await this.ask(message);
    return answer.type === 'answer' ? (answer.value as T | null) : null;
  }

  field(question: Ask<'field'>): Promise<FieldView | null> {
    return this.answer<FieldView>({ type: 'field', ask: ++this.asked, ...question });
  }

  inspect(question: Ask<'inspect'>): Promise<AgentView | null> {
    return this.answer<AgentView>({ type: 'inspect', ask: ++this.asked, ...question });
  }

  figures(question: Ask<'figures'>): Promise<Uint8Array | null> {
    return this.answer<Uint8Array>({ type: 'figures', ask: ++this.asked, ...question });
  }

  log(tick: number): Promise<string | null> {
    return this.answer<string>({ type: 'log', ask: ++this.asked, tick });
  }

  slots(question: Ask<'slots'>): Promise<Float32Array | null> {
    return this.answer<Float32Array>({ type: 'slots', ask: ++this.asked, ...question });
  }

  sketch(question: Ask<'sketch'>): Promise<SketchPreview | null> {
    return this.answer<SketchPreview>({ type: 'sketch', ask: ++this.asked, ...question });
  }

  hash(tick: number): Promise<string | null> {
    return this.answer<string>({ type: 'hash', ask: ++this.asked, tick });
  }
}
