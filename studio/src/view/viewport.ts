// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The picture. Drawn when something changed, and at no other time.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Stage } from '../engine/protocol.ts';
import type { RunRecord, Sample } from '../model/record.ts';
import type { Studio } from '../model/studio.ts';
import { Flow } from './flow.ts';
import { Ground } from './ground.ts';
import { contourLines, densityPixels, fieldPixels, GridPicture, segmentsOf, Trails } from './layers.ts';
import { GroupsPicture, type OrderDraft } from './groups.ts';
import { Marks } from './marks.ts';
import { groupColor, palettes, toRgb, type Palette } from './palette.ts';
import { colorOf, Footprints, People, setPeopleTheme } from './people.ts';
import { Circles } from './walkers.ts';

export type GroundPoint = { x: number; y: number; z: number };

export class Viewport {
  readonly canvas: HTMLCanvasElement;
  readonly marks = new Marks();
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly flatCamera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.1, 20_000);
  private readonly spaceCamera = new THREE.PerspectiveCamera(32, 1, 0.1, 20_000);
  private controls: OrbitControls;
  private readonly ground = new Ground();
  /** Of the run beside the present one, whose walls may be others. */
  private readonly otherGround = new Ground();
  private otherKey = '';
  private readonly people = new People();
  private readonly trails = new Trails();
  private readonly footprints = new Footprints();
  private readonly circles = new Circles();
  private readonly groups = new GroupsPicture();
  private readonly chosen = new Chosen();
  /** What is about to be ordered. */
  orderDraft: OrderDraft | null = null;
  private readonly field = new GridPicture(0.01, 1);
  private readonly density = new GridPicture(0.05, 7);
  readonly flow = new Flow();
  private readonly localMap = new GridPicture(0.08, 8);
  private readonly contours = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.55 }));
  private readonly streamlines = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.75 }));
  private readonly fieldLayer = new THREE.Group();
  private readonly raycaster = new THREE.Raycaster();
  private sample: Sample | null = null;
  private scheduled = false;
  private touched = false;
  private lastTime = 0;
  private shownField: unknown = null;
  private shownKey = '';
  private stage: Stage | null = null;
  private palette: Palette = palettes.light;
  /** Pictures drawn so far, and the milliseconds each took lately. */
  pictures = 0;
  private readonly viewers = new Set<() => void>();

  constructor(
    private readonly host: HTMLElement,
    private readonly studio: Studio,
  ) {
    // Where the processor draws, smooth edges would take most of its time.
    const plain = isDrawnByProcessor();
    this.renderer = new THREE.WebGLRenderer({ antialias: !plain, powerPreference: 'high-performance' });
    this.renderer.setPixelRatio(plain ? 1 : Math.min(2, window.devicePixelRatio));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'The scene. Arrow keys move the view, plus and minus zoom.');
    host.append(this.canvas);
    const light = new THREE.HemisphereLight('#ffffff', '#8f98a6', 2.1);
    light.position.set(0, 0, 1);
    const sun = new THREE.DirectionalLight('#ffffff', 1.5);
    sun.position.set(-0.5, -0.8, 1.4);
    this.fieldLayer.add(this.field.object, this.contours, this.streamlines);
    this.contours.renderOrder = 2;
    this.streamlines.renderOrder = 2;
    this.scene.add(light, sun, this.ground.object, this.otherGround.object, this.fieldLayer, this.trails.object, this.footprints.object, this.circles.object, this.density.object, this.localMap.object, this.flow.object, this.groups.object, this.people.object, this.chosen.object, this.marks.object);
    this.flatCamera.up.set(0, 1, 0);
    this.spaceCamera.up.set(0, 0, 1);
    this.controls = this.makeControls('2d');
    new ResizeObserver(() => this.resize()).observe(host);
    this.flow.onMore = () => this.request();
    studio.onFrame = () => this.request();
    studio.onOpened = (stage, keepView) => this.open(stage, keepView);
    this.resize();
  }

  // -------------------------------------------------------------------------------------------------------------- camera

  get camera(): THREE.OrthographicCamera | THREE.PerspectiveCamera {
    return this.studio.state.view === '2d' ? this.flatCamera : this.spaceCamera;
  }

  private makeControls(view: '2d' | '3d'): OrbitControls {
    const controls = new OrbitControls(view === '2d' ? this.flatCamera : this.spaceCamera, this.canvas);
    controls.enableDamping = false;
    controls.zoomToCursor = true;
    controls.screenSpacePanning = view === '2d';
    if (view === '2d') {
      controls.enableRotate = false;
      controls.mouseButtons = { LEFT: THREE.MOUSE.PAN, MIDDLE: THREE.MOUSE.PAN, RIGHT: THREE.MOUSE.PAN };
      controls.touches = { ONE: THREE.TOUCH.PAN, TWO: THREE.TOUCH.DOLLY_PAN };
    }
    if (this.commanding) {
      // The left button and one finger select and draw, the right button orders.
      controls.mouseButtons = { LEFT: null, MIDDLE: view === '2d' ? THREE.MOUSE.PAN : THREE.MOUSE.ROTATE, RIGHT: null };
      controls.touches = { ONE: null, TWO: view === '2d' ? THREE.TOUCH.DOLLY_PAN : THREE.TOUCH.DOLLY_ROTATE };
    }
    controls.addEventListener('change', () => this.request());
    controls.addEventListener('start', () => {
      this.touched = true;
    });
    return controls;
  }

  private commanding = false;

  /** Who commands uses the pointer to select and to order; the view is moved by the middle button, two fingers, or keys. */
  setCommanding(commanding: boolean): void {
    if (commanding !== this.commanding) {
      this.commanding = commanding;
      const { target } = this.controls;
      this.controls.dispose();
      this.controls = this.makeControls(this.studio.state.view);
      this.controls.target.copy(target);
      this.controls.update();
    }
  }

  setView(view: '2d' | '3d'): void {
    this.studio.set({ view });
    this.controls.dispose();
    this.controls = this.makeControls(view);
    this.fit();
  }

  /** While something is drawn or dragged the view stays where it is. */
  hold(held: boolean): void {
    this.controls.enabled = !held;
  }

  /** Room is needed elsewhere: show all of it again, unless somebody has chosen what to look at. */
  refit(): void {
    if (!this.touched) {
      this.fit();
    }
  }

  /** Show all of it. */
  fit(): void {
    const { stage } = this;
    if (!stage) {
      return;
    }
    this.touched = false;
    const box = new THREE.Box3(new THREE.Vector3(...stage.lower, 0), new THREE.Vector3(...stage.upper, 0));
    if (stage.mesh) {
      box.setFromArray(stage.mesh.vertices);
    }
    const center = box.getCenter(new THREE.Vector3());
    const size = box.getSize(new THREE.Vector3());
    // Tools stand at the left; those of orders on top where there is little room.
    const { mode } = this.studio.state;
    const onTop = mode === 'command' && window.innerWidth <= 760 ? 52 : 0;
    const inset = mode === 'watch' || onTop > 0 ? 0 : 64;
    const [width, height] = [Math.max(1, this.width - inset), Math.max(1, this.host.clientHeight - onTop)];
    this.flatCamera.zoom = Math.min(width / (size.x * 1.08), height / (size.y * 1.08));
    this.controls.target.copy(center);
    if (this.studio.state.view === '2d') {
      this.controls.target.x -= inset / 2 / this.flatCamera.zoom;
      this.controls.target.y += onTop / 2 / this.flatCamera.zoom;
      this.flatCamera.position.copy(this.controls.target).setZ(center.z + 5000);
    } else {
      this.fitSpace(box, center, size.length());
    }
    this.flatCamera.updateProjectionMatrix();
    this.controls.update();
    this.request();
  }

  /** As near as lets all corners be seen. */
  private fitSpace(box: THREE.Box3, center: THREE.Vector3, span: number): void {
    const { spaceCamera } = this;
    const toward = new THREE.Vector3(-0.22, -0.9, 0.78).normalize();
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new THREE.Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z));
    let distance = span * 3;
    for (let round = 0; round < 40; ++round) {
      spaceCamera.position.copy(center).addScaledVector(toward, distance);
      spaceCamera.lookAt(center);
      spaceCamera.updateMatrixWorld();
      const widest = Math.max(...corners.map((corner) => corner.clone().project(spaceCamera)).map((p) => Math.max(Math.abs(p.x), Math.abs(p.y))));
      if (widest > 0.94) {
        break;
      }
      distance *= 0.95;
    }
  }

  zoom(factor: number): void {
    this.touched = true;
    if (this.studio.state.view === '2d') {
      this.flatCamera.zoom *= factor;
      this.flatCamera.updateProjectionMatrix();
    } else {
      this.spaceCamera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    }
    this.request();
  }

  pan(dx: number, dy: number): void {
    this.touched = true;
    const step = this.metersPerPixel() * 80;
    const by = new THREE.Vector3(dx * step, dy * step, 0);
    this.controls.target.add(by);
    this.camera.position.add(by);
    this.request();
  }

  metersPerPixel(): number {
    return this.studio.state.view === '2d'
      ? 1 / this.flatCamera.zoom
      : (2 * this.spaceCamera.position.distanceTo(this.controls.target) * Math.tan((this.spaceCamera.fov * Math.PI) / 360)) / (this.host.clientHeight || 1);
  }

  private resize(): void {
    const height = this.host.clientHeight || 1;
    this.renderer.setSize(this.host.clientWidth || 1, height, false);
    const { width } = this;
    Object.assign(this.flatCamera, { left: -width / 2, right: width / 2, top: height / 2, bottom: -height / 2 });
    this.spaceCamera.aspect = width / height;
    this.flatCamera.updateProjectionMatrix();
    this.spaceCamera.updateProjectionMatrix();
    this.refit();
    this.request();
  }

  /** Of one run: with another one beside it, half of the picture. */
  private get width(): number {
    return (this.host.clientWidth || 1) / (this.besides ? 2 : 1);
  }

  private get besides(): boolean {
    return this.studio.records.has(this.studio.state.beside);
  }

  // -------------------------------------------------------------------------------------------------------------- places

  /** Of the pane of one run, in pixels of the window. */
  private get pane(): { left: number; top: number; width: number; height: number } {
    const { left, top, height } = this.canvas.getBoundingClientRect();
    return { left, top, width: this.width, height };
  }

  private ray(clientX: number, clientY: number): THREE.Raycaster {
    const box = this.pane;
    // In the other pane the same place is meant.
    clientX -= this.besides && clientX >= box.left + box.width ? box.width : 0;
    this.raycaster.setFromCamera(new THREE.Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2), this.camera);
    return this.raycaster;
  }

  /** The ground under a place on the screen. */
  groundAt(clientX: number, clientY: number): GroundPoint | null {
    const ray = this.ray(clientX, clientY);
    if (this.ground.surfaceMesh) {
      const hit = ray.intersectObject(this.ground.surfaceMesh)[0];
      return hit ? { x: hit.point.x, y: hit.point.y, z: hit.point.z } : null;
    }
    const hit = ray.ray.intersectPlane(new THREE.Plane(new THREE.Vector3(0, 0, 1), 0), new THREE.Vector3());
    return hit ? { x: hit.x, y: hit.y, z: 0 } : null;
  }

  /** Whoever is under a place on the screen, or so near that it was meant. */
  personAt(clientX: number, clientY: number): number {
    const { sample } = this;
    const record = this.studio.record;
    if (!sample || !record) {
      return 0;
    }
    const box = this.pane;
    const at = new THREE.Vector3();
    let [best, least] = [0, Infinity];
    for (let i = 0; i < sample.count; ++i) {
      const lift = this.studio.state.view === '3d' && !this.stage?.mesh ? 0.9 : 0;
      at.set(sample.places[3 * i]!, sample.places[3 * i + 1]!, sample.places[3 * i + 2]! + lift).project(this.camera);
      const distance = Math.hypot(((at.x + 1) / 2) * box.width + box.left - clientX, ((1 - at.y) / 2) * box.height + box.top - clientY);
      const reach = Math.max(12, (record.radii[sample.serials[i]!] ?? 0.25) / this.metersPerPixel());
      if (distance < reach && distance < least && at.z < 1) {
        [best, least] = [sample.serials[i]!, distance];
      }
    }
    return best;
  }

  /** Everybody whose place on the screen is in something. */
  peopleWhere(isIn: (clientX: number, clientY: number) => boolean): number[] {
    const { sample } = this;
    const box = this.pane;
    const at = new THREE.Vector3();
    const found: number[] = [];
    for (let i = 0; sample && i < sample.count; ++i) {
      at.fromArray(sample.places, 3 * i).project(this.camera);
      if (at.z < 1 && isIn(((at.x + 1) / 2) * box.width + box.left, ((1 - at.y) / 2) * box.height + box.top)) {
        found.push(sample.serials[i]!);
      }
    }
    const { surfaceMesh } = this.ground;
    const placeOf = new Map(surfaceMesh && sample ? found.map((serial) => [serial, sample.serials.indexOf(serial)]) : []);
    return surfaceMesh && sample ? found.filter((serial) => !this.isHidden(...([0, 1, 2].map((axis) => sample.places[3 * placeOf.get(serial)! + axis]!) as [number, number, number]))) : found;
  }

  /** From pixels of the window to the ground of the plane: the point of (x, y) is (X / W, Y / W) with (X, Y, W) = rows (x, y, 1). */
  screenRows(): number[][] {
    this.camera.updateMatrixWorld();
    const m = new THREE.Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse).elements;
    // Of the ground z = 0: columns x, y and 1, rows x, y and w of the clip space.
    const clip = new THREE.Matrix3(m[0]!, m[4]!, m[12]!, m[1]!, m[5]!, m[13]!, m[3]!, m[7]!, m[15]!);
    const { left, top, width, height } = this.pane;
    const pixels = new THREE.Matrix3(width / 2, 0, left + width / 2, 0, -height / 2, top + height / 2, 0, 0, 1);
    const e = pixels.multiply(clip).invert().elements;
    return [[e[0]!, e[3]!, e[6]!], [e[1]!, e[4]!, e[7]!], [e[2]!, e[5]!, e[8]!]];
  }

  /** Whether a mesh is in front of a place on it. */
  isHidden(x: number, y: number, z: number): boolean {
    const { surfaceMesh } = this.ground;
    if (!surfaceMesh) {
      return false;
    }
    const to = new THREE.Vector3(x, y, z).sub(this.camera.position);
    const distance = to.length();
    this.raycaster.set(this.camera.position, to.normalize());
    const hit = this.raycaster.intersectObject(surfaceMesh)[0];
    return hit !== undefined && hit.distance < distance * 0.97;
  }

  /** Where a place of the world is on the screen, in pixels of the host; null behind the camera. */
  screenOf(x: number, y: number, z: number): [number, number] | null {
    const at = new THREE.Vector3(x, y, z).project(this.camera);
    return at.z > 1 ? null : [((at.x + 1) / 2) * this.width, ((1 - at.y) / 2) * this.host.clientHeight];
  }

  // ---------------------------------------------------------------------------------------------------------------- draw

  private open(stage: Stage, keepView: boolean): void {
    this.stage = stage;
    this.shownKey = '';
    this.shownField = null;
    if (!keepView) {
      const view = stage.mesh ? '3d' : '2d';
      if (view !== this.studio.state.view) {
        this.setView(view);
      }
      this.fit();
    }
    this.request();
  }

  /** Called after each picture, until what it returns is called. */
  whenViewed(view: () => void): () => void {
    this.viewers.add(view);
    view();
    return () => this.viewers.delete(view);
  }

  /** Of each group by number: above the topmost of its members, in pixels of the host. */
  topsOfGroups(): Map<number, [number, number]> {
    const { sample } = this;
    const boxes = new Map<number, { left: number; right: number; top: number }>();
    const groups = sample?.groups;
    const at = new THREE.Vector3();
    const lift = this.studio.state.view === '3d' && !this.stage?.mesh ? 1.8 : 0;
    const { width } = this;
    const height = this.host.clientHeight;
    for (let i = 0; groups && sample && i < sample.count; ++i) {
      const number = groups.groupOf[i]!;
      at.set(sample.places[3 * i]!, sample.places[3 * i + 1]!, sample.places[3 * i + 2]! + lift).project(this.camera);
      if (number > 0 && at.z < 1) {
        const [x, y] = [((at.x + 1) / 2) * width, ((1 - at.y) / 2) * height];
        const box = boxes.get(number) ?? { left: x, right: x, top: y };
        boxes.set(number, { left: Math.min(box.left, x), right: Math.max(box.right, x), top: Math.min(box.top, y) });
      }
    }
    const inside = (x: number, y: number) => x > -20 && x < width + 20 && y > -10 && y < height + 40;
    return new Map([...boxes].filter(([, box]) => inside((box.left + box.right) / 2, box.top)).map(([number, box]) => [number, [(box.left + box.right) / 2, box.top - 6]]));
  }

  request(): void {
    if (!this.scheduled) {
      this.scheduled = true;
      requestAnimationFrame((now) => this.draw(now));
    }
  }

  private draw(now: number): void {
    this.scheduled = false;
    const seconds = this.lastTime > 0 ? (now - this.lastTime) / 1000 : 0;
    const more = this.studio.advance(seconds);
    this.lastTime = more ? now : 0;
    this.render();
    this.pictures += 1;
    this.viewers.forEach((view) => view());
    if (more) {
      this.request();
    }
  }

  /** One run, or two beside each other from the same place. */
  private render(): void {
    const { renderer, studio } = this;
    const [whole, height] = [this.host.clientWidth || 1, this.host.clientHeight || 1];
    const other = studio.records.get(studio.state.beside);
    if (this.panes !== (other ? 2 : 1)) {
      this.panes = other ? 2 : 1;
      this.resize();
    }
    renderer.setScissorTest(other !== undefined);
    renderer.setViewport(0, 0, other ? whole / 2 : whole, height);
    renderer.setScissor(0, 0, other ? whole / 2 - 1 : whole, height);
    if (other) {
      renderer.setScissor(whole / 2 + 1, 0, whole / 2 - 1, height);
      renderer.setViewport(whole / 2, 0, whole / 2, height);
      this.showAll(other);
      renderer.render(this.scene, this.camera);
      renderer.setScissor(0, 0, whole / 2 - 1, height);
      renderer.setViewport(0, 0, whole / 2, height);
    }
    this.showAll(studio.record);
    renderer.render(this.scene, this.camera);
  }

  private panes = 1;

  private showAll(record: RunRecord | null): void {
    const { state } = this.studio;
    const time = Math.min(this.studio.time, record?.duration ?? 0);
    setPeopleTheme(state.theme);
    this.palette = palettes[state.theme];
    const isPresent = record === this.studio.record;
    this.showGround(record, isPresent);
    if (!record || !this.stage) {
      return;
    }
    this.sample = record.sample(time, this.sample);
    const onMesh = this.stage.mesh !== null;
    if (state.followed && isPresent) {
      this.follow(record.find(state.selected, time)?.place ?? null);
    }
    this.people.show(record, this.sample, time, state.colorBy, state.view === '3d', onMesh, state.selected, this.metersPerPixel(), state.layers.circles);
    const tick = record.tickAt(time);
    if (state.layers.trails) {
      const seconds = this.besides ? time : undefined; // all of it, to be compared
      this.trails.show(record, tick, onMesh ? this.stage.radius : 0.05, toRgb(onMesh ? this.palette.mesh : this.palette.floor), state.selected, seconds);
    } else {
      this.trails.clear();
    }
    this.footprints.object.visible = state.layers.footprints && record.steps.all.length > 0;
    if (this.footprints.object.visible) {
      this.footprints.show(record, time);
    }
    this.showCircles(record, time);
    this.showGroups(record, time);
    this.showField();
    this.fieldLayer.visible = isPresent;
    this.showDensity();
    this.flow.show(state, record, this.sample, tick, this.palette);
    this.showAgent(time);
    this.marks.show(this.studio, record, this.palette, this.metersPerPixel());
  }

  private showGround(record: RunRecord | null, isPresent: boolean): void {
    const { theme } = this.studio.state;
    const stage = isPresent ? this.stage : record?.stage;
    this.ground.object.visible = isPresent;
    this.otherGround.object.visible = !isPresent;
    const key = `${record?.number} ${theme}`;
    if (!stage || key === (isPresent ? this.shownKey : this.otherKey)) {
      return;
    }
    this.scene.background = new THREE.Color(this.palette.outside);
    (isPresent ? this.ground : this.otherGround).show(stage, this.palette);
    if (isPresent) {
      this.shownKey = key;
      this.shownField = null;
    } else {
      this.otherKey = key;
    }
  }

  private showGroups(record: RunRecord, time: number): void {
    const { state } = this.studio;
    const pixel = this.metersPerPixel();
    const tick = record.tickAt(time);
    if (state.layers.groups && record.hasGroups && this.sample) {
      this.groups.show(record, this.sample, record.frames[tick + 1]?.groups ?? null, Math.max(0, time / record.tickSeconds - tick), state.theme, pixel);
    } else {
      this.groups.hide();
    }
    const commanding = state.mode === 'command' && record.number === state.run;
    this.groups.object.visible ||= commanding && this.orderDraft !== null;
    const { selection } = state.command;
    this.groups.showDraft(commanding ? this.orderDraft : null, this.draftColor(record, selection), state.theme, pixel);
    this.chosen.show(record, commanding ? this.sample : null, selection, this.palette.ink, pixel);
  }

  /** That of the group which is about to be told something. */
  private draftColor(record: RunRecord, selection: readonly number[]): string {
    const { sample } = this;
    const at = sample && selection.length > 0 ? sample.serials.subarray(0, sample.count).indexOf(selection[0]!) : -1;
    const known = at >= 0 ? record.known[(sample!.groups?.groupOf[at] ?? 0) - 1] : undefined;
    return known ? groupColor(known.hue, known.shade, this.studio.state.theme) : this.palette.accent;
  }

  private showCircles(record: RunRecord, time: number): void {
    const { sample } = this;
    this.circles.object.visible = this.studio.state.layers.circles && sample !== null;
    if (!this.circles.object.visible || !sample) {
      return;
    }
    const [color, foot] = [new THREE.Color(), new THREE.Color(this.palette.ink)];
    this.circles.begin();
    for (let i = 0; i < sample.count; ++i) {
      const [r, g, b] = colorOf(record, sample, i, this.studio.state.colorBy);
      color.setRGB(r / 255, g / 255, b / 255, THREE.SRGBColorSpace);
      this.circles.add(record.steps, sample.serials[i]!, time, sample.places[3 * i]!, sample.places[3 * i + 1]!, sample.headings[i]!, color, foot);
    }
    this.circles.end();
  }

  private follow(place: [number, number, number] | null): void {
    if (place) {
      const by = new THREE.Vector3(...place).sub(this.controls.target);
      by.z = this.stage?.mesh ? by.z : 0;
      this.controls.target.add(by);
      this.camera.position.add(by);
      this.camera.lookAt(this.controls.target);
    }
  }

  private showField(): void {
    const { field, layers } = this.studio.state;
    const shown = layers.field && field ? field : null;
    const key = shown ? [shown, layers.contours, layers.streamlines] : null;
    if (JSON.stringify(key?.slice(1)) === JSON.stringify((this.shownField as unknown[] | null)?.slice(1)) && (key?.[0] ?? null) === ((this.shownField as unknown[] | null)?.[0] ?? null)) {
      return;
    }
    this.shownField = key;
    this.field.object.visible = false;
    this.contours.visible = this.streamlines.visible = false;
    if (this.stage?.mesh) {
      this.ground.showField(shown);
      return;
    }
    if (shown) {
      this.field.show(shown.width, shown.height, shown.cell, shown.origin, fieldPixels(shown, 235), true);
      const setLines = (object: THREE.LineSegments, places: Float32Array) => {
        object.geometry.dispose();
        object.geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.BufferAttribute(places, 3));
        object.visible = places.length > 0;
      };
      setLines(this.contours, layers.contours ? contourLines(shown, 24, 0.02) : new Float32Array());
      setLines(this.streamlines, layers.streamlines ? segmentsOf(shown.streamlines, 0.025) : new Float32Array());
    }
  }

  private showDensity(): void {
    const { layers } = this.studio.state;
    this.density.object.visible = false;
    if (!layers.density || this.studio.state.map !== 'none' || !this.stage || this.stage.mesh || !this.sample) {
      return;
    }
    const [[x0, y0], [x1, y1]] = [this.stage.lower, this.stage.upper];
    const cell = Math.max(0.25, Math.sqrt(((x1 - x0) * (y1 - y0)) / 60_000));
    const [width, height] = [Math.ceil((x1 - x0) / cell), Math.ceil((y1 - y0) / cell)];
    this.density.show(width, height, cell, [x0, y0], densityPixels(this.sample, [x0, y0], width, height, cell).pixels, true);
  }

  private showAgent(time: number): void {
    const { agent, playing } = this.studio.state;
    const map = agent?.map;
    const fresh = agent !== null && !playing && agent.tick === this.studio.record?.tickAt(time);
    this.localMap.object.visible = false;
    if (map && fresh && !this.stage?.mesh) {
      this.localMap.show(map.size, map.size, map.cell, [0, 0], mapPixels(map.cells, map.values), false);
      this.localMap.object.position.set(map.center[0], map.center[1], this.localMap.object.position.z);
      this.localMap.object.rotation.z = map.angle;
    }
  }

  /** The picture of this moment, at once. */
  drawNow(): void {
    this.render();
  }

  /** The present picture as a file. */
  takePicture(): Promise<Blob | null> {
    this.drawNow();
    return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/png'));
  }

  stream(fps: number): MediaStream {
    return this.canvas.captureStream(fps);
  }
}

/** Rings around those who are selected. */
class Chosen {
  readonly object = new THREE.Group();
  private rings: THREE.InstancedMesh | null = null;
  private readonly material = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, depthTest: false, transparent: true });
  private readonly matrix = new THREE.Matrix4();

  show(record: RunRecord, sample: Sample | null, selection: readonly number[], color: string, pixel: number): void {
    this.object.visible = sample !== null && selection.length > 0;
    if (!sample || selection.length === 0) {
      return;
    }
    if (!this.rings || this.rings.instanceMatrix.count < selection.length) {
      this.rings?.removeFromParent();
      this.rings?.dispose();
      this.rings = new THREE.InstancedMesh(new THREE.RingGeometry(0.84, 1, 28), this.material, Math.ceil(selection.length * 1.5));
      this.rings.frustumCulled = false;
      this.rings.renderOrder = 14;
      this.object.add(this.rings);
    }
    this.material.color.set(color);
    const wanted = new Set(selection);
    const onMesh = record.stage.mesh !== null;
    let count = 0;
    for (let i = 0; i < sample.count && count < selection.length; ++i) {
      if (wanted.has(sample.serials[i]!)) {
        const radius = (record.radii[sample.serials[i]!] ?? 0.25) + 3.5 * pixel;
        this.matrix.makeScale(radius, radius, 1).setPosition(sample.places[3 * i]!, sample.places[3 * i + 1]!, onMesh ? sample.places[3 * i + 2]! + radius : 0.18);
        this.rings.setMatrixAt(count++, this.matrix);
      }
    }
    this.rings.count = count;
    this.rings.instanceMatrix.needsUpdate = true;
  }
}

function isDrawnByProcessor(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

const cellColors: (readonly [number, number, number, number])[] = [
  [40, 52, 70, 90], // border
  [255, 255, 255, 0], // free: by its value
  [255, 255, 255, 0],
  [20, 26, 36, 190], // obstacle
  [213, 94, 0, 165], // somebody
  [0, 158, 115, 230], // goal
];

export function mapPixels(cells: Uint8Array, values: Float32Array): Uint8Array {
  const pixels = new Uint8Array(4 * cells.length);
  cells.forEach((kind, i) => {
    const open = kind === 1 || kind === 2;
    const shade = Math.max(0, Math.min(1, values[i]!)) ** 0.35;
    pixels.set(open ? [0, 98, 178, Math.round(30 + 150 * shade)] : cellColors[kind] ?? cellColors[0]!, 4 * i);
  });
  return pixels;
}
