// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The JSON schemas of scenarios, made from the reader's tables of fields.
#include "tests/test_io_reference.h"

#include <stdio.h>
#include <string.h>

// What many fields share.
static const struct
{
	const char *name, *schema;
	wfGroundKind ground;
} s_shared[] = {
	{ "name", "\"type\": \"string\", \"minLength\": 1, \"maxLength\": 127", wf_anyGround },
	{ "coordinate", "\"type\": \"number\", \"minimum\": -1e9, \"maximum\": 1e9", wf_anyGround },
	{ "length", "\"type\": \"number\", \"minimum\": 1e-6, \"maximum\": 1e9", wf_anyGround },
	{ "agentKind", "\"type\": \"integer\", \"minimum\": 0, \"maximum\": 31", wf_planeOnly },
	{ "flatPoint", "\"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/coordinate\" }, \"minItems\": 2, \"maxItems\": 2",
	  wf_anyGround },
	{ "point", "\"$ref\": \"#/$defs/flatPoint\", \"description\": \"[x, y]\"", wf_planeOnly },
	{ "start", "\"$ref\": \"#/$defs/point\"", wf_planeOnly },
	{ "place",
	  "\"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/coordinate\" }, \"minItems\": 3, \"maxItems\": 3, \"description\": "
	  "\"[x, y, z]\"",
	  wf_meshOnly },
	{ "vertex",
	  "\"type\": \"integer\", \"minimum\": 0, \"maximum\": 2147483646, \"description\": \"As numbered in the mesh file, from 0 "
	  "on.\"",
	  wf_meshOnly },
	{ "anyPlace", "\"oneOf\": [{ \"$ref\": \"#/$defs/vertex\" }, { \"$ref\": \"#/$defs/place\" }]", wf_meshOnly },
	{ "point", "\"$ref\": \"#/$defs/anyPlace\"", wf_meshOnly },
	{ "push",
	  "\"type\": \"array\", \"items\": { \"type\": \"number\", \"minimum\": -1e6, \"maximum\": 1e6 }, \"minItems\": 3, "
	  "\"maxItems\": 3",
	  wf_meshOnly },
	{ "size",
	  "\"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/length\" }, \"minItems\": 2, \"maxItems\": 2, \"description\": "
	  "\"[width, height]\"",
	  wf_anyGround },
	{ "bounds",
	  "\"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/coordinate\" }, \"minItems\": 4, \"maxItems\": 4, \"description\": "
	  "\"[x0, y0, x1, y1] with x0 < x1 and y0 < y1\"",
	  wf_anyGround },
	{ "ring", "\"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/flatPoint\" }, \"minItems\": 3", wf_planeOnly },
	{ "pair", "\"type\": \"array\", \"items\": { \"type\": \"number\" }, \"minItems\": 2, \"maxItems\": 2", wf_anyGround },
	{ "pull",
	  "\"type\": \"array\", \"items\": { \"type\": \"number\", \"minimum\": -100, \"maximum\": 100 }, \"minItems\": 2, "
	  "\"maxItems\": 2",
	  wf_planeOnly },
	{ "pull",
	  "\"type\": \"array\", \"items\": { \"type\": \"number\", \"minimum\": -100, \"maximum\": 100 }, \"minItems\": 2, "
	  "\"maxItems\": 3",
	  wf_meshOnly },
	{ "anyNumber", "\"type\": \"number\"", wf_anyGround },
	{ "speedTable", "\"enum\": [\"weidmann-age\", \"imo-passengers\", \"imo-crew\"]", wf_anyGround },
	{ "preset", "\"enum\": [\"default\", \"classic\"]", wf_anyGround },
	{ "personality", "\"enum\": [\"tired\", \"hurried\", \"drunk\", \"shy\", \"sociable\", \"blind\", \"aggressive\", \"none\"]",
	  wf_anyGround },
	{ "plainStops",
	  "\"type\": \"array\", \"minItems\": 1, \"items\": { \"oneOf\": [{ \"$ref\": \"#/$defs/name\" }, { \"$ref\": "
	  "\"#/$defs/point\" }, { \"allOf\": [{ \"$ref\": \"#/$defs/stop\" }], \"properties\": { \"oneOf\": false, \"opposite\": "
	  "false, \"each\": false } }] }",
	  wf_anyGround },
	{ "exits",
	  "\"type\": \"array\", \"minItems\": 1, \"maxItems\": 64, \"items\": { \"oneOf\": [{ \"$ref\": \"#/$defs/name\" }, "
	  "{ \"$ref\": \"#/$defs/exit\" }] }",
	  wf_anyGround },
	{ "agentEntry",
	  "\"oneOf\": [{ \"$ref\": \"#/$defs/singleAgent\" }, { \"$ref\": \"#/$defs/placedGroup\" }, { \"$ref\": \"#/$defs/group\" "
	  "}]",
	  wf_anyGround },
	{ "agentName", "\"oneOf\": [{ \"$ref\": \"#/$defs/name\" }, { \"type\": \"integer\", \"minimum\": 1 }]", wf_anyGround },
	{ "kinds", "\"type\": \"array\", \"items\": { \"type\": \"number\" }", wf_anyGround },
	{ "orderTo", "\"oneOf\": [{ \"$ref\": \"#/$defs/name\" }, { \"$ref\": \"#/$defs/spot\" }]", wf_anyGround },
	{ "sought", "\"oneOf\": [{ \"$ref\": \"#/$defs/name\" }, { \"$ref\": \"#/$defs/point\" }]", wf_planeOnly },
	{ "explorers",
	  "\"oneOf\": [{ \"$ref\": \"#/$defs/explore\" }, { \"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/explore\" } }]",
	  wf_planeOnly },
	{ "line", "\"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/point\" }, \"minItems\": 1", wf_anyGround },
	{ "agentSource", "\"$ref\": \"#/$defs/source\"", wf_anyGround },
	{ "text", "\"type\": \"string\"", wf_anyGround },
	{ "version", "\"const\": 1", wf_anyGround },
	{ "file", "\"type\": \"string\", \"minLength\": 1, \"maxLength\": 4096", wf_anyGround },
	{ "mapFile", "\"oneOf\": [{ \"$ref\": \"#/$defs/file\" }, { \"$ref\": \"#/$defs/map\" }]", wf_planeOnly },
	{ "rows", "\"type\": \"array\", \"items\": { \"type\": \"string\", \"pattern\": \"^[#@. ]+$\" }, \"minItems\": 1",
	  wf_planeOnly },
	{ "triangle", "\"type\": \"integer\", \"minimum\": 0, \"maximum\": 2147483646", wf_meshOnly },
	{ "seed", "\"type\": \"integer\", \"minimum\": 0, \"maximum\": 9007199254740992", wf_anyGround },
	{ "gridCell", "\"oneOf\": [{ \"const\": 0 }, { \"type\": \"number\", \"minimum\": 0.001, \"maximum\": 1e6 }]", wf_planeOnly },
	{ "oddSize", "\"enum\": [11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35]", wf_anyGround },
	{ "lineName", "\"type\": \"string\", \"minLength\": 1, \"maxLength\": 63", wf_planeOnly },
	{ "locomotion", "\"enum\": [\"disc\", \"footsteps\"]", wf_anyGround },
	{ "experiment",
	  "\"type\": \"object\", \"properties\": { \"id\": { \"$ref\": \"#/$defs/text\" }, \"kind\": { \"$ref\": \"#/$defs/text\" }, "
	  "\"source\": { \"type\": \"object\", \"required\": [\"paper\", \"section\"], \"additionalProperties\": false, "
	  "\"properties\": { \"paper\": { \"$ref\": \"#/$defs/text\" }, \"section\": { \"$ref\": \"#/$defs/text\" }, \"figure\": { "
	  "\"$ref\": \"#/$defs/text\" } } }, "
	  "\"printed\": { \"$ref\": \"#/$defs/text\" }, \"ours\": { \"$ref\": \"#/$defs/text\" }, \"reason\": { \"$ref\": "
	  "\"#/$defs/text\" }, "
	  "\"claims\": { \"additionalProperties\": { \"properties\": { \"says\": { \"$ref\": \"#/$defs/text\" }, \"unit\": { "
	  "\"$ref\": \"#/$defs/text\" }, \"setting\": { \"enum\": [\"printed\", \"ours\"] }, "
	  "\"finding\": { \"$ref\": \"#/$defs/text\" } } } } }",
	  wf_anyGround },
	{ "metadata",
	  "\"type\": \"object\", \"propertyNames\": { \"minLength\": 1, \"maxLength\": 63 }, \"additionalProperties\": { \"oneOf\": "
	  "[{ \"type\": \"string\", \"maxLength\": 255 }, { \"type\": \"number\" }] }, \"maxProperties\": 1024",
	  wf_anyGround },
	{ "personalities",
	  "\"oneOf\": [{ \"$ref\": \"#/$defs/personality\" }, { \"type\": \"object\", \"propertyNames\": { \"$ref\": "
	  "\"#/$defs/personality\" }, \"additionalProperties\": { \"type\": \"number\", \"minimum\": 0, \"maximum\": 1e9 }, "
	  "\"minProperties\": 1 }]",
	  wf_anyGround },
	{ "target",
	  "\"oneOf\": [{ \"enum\": [\"goal\", \"seen\"] }, { \"$ref\": \"#/$defs/spot\" }, { \"$ref\": \"#/$defs/agentTarget\" }]",
	  wf_anyGround },
	{ "spot", "\"$ref\": \"#/$defs/point\"", wf_planeOnly },
	{ "spot", "\"$ref\": \"#/$defs/place\"", wf_meshOnly },
	{ "stops",
	  "\"oneOf\": [{ \"$ref\": \"#/$defs/name\" }, { \"type\": \"array\", \"items\": { \"oneOf\": [{ \"$ref\": \"#/$defs/name\" "
	  "}, { \"$ref\": \"#/$defs/point\" }, { \"$ref\": \"#/$defs/stop\" }] } }]",
	  wf_anyGround },
};

#define ONE( name ) "{ \"required\": [\"" name "\"] }"
// What goes together in an object.
static const struct
{
	const wfObject* object;
	const char* rules;
} s_together[] = {
	{ &wf_worldObject, "\"oneOf\": [" ONE( "bounds" ) ", " ONE( "size" ) ", " ONE( "map" ) "]" },
	{ &wf_terrainObject,
	  "\"anyOf\": [" ONE( "cost" ) ", " ONE( "speed" ) ", " ONE( "uphill" ) ", " ONE(
		  "kinds" ) "], \"dependentRequired\": { \"uphill\": [\"speedUp\", \"speedDown\"], \"speedUp\": [\"speedDown\", "
					"\"uphill\"], \"speedDown\": [\"speedUp\", \"uphill\"] }, \"dependentSchemas\": { \"speed\": { "
					"\"properties\": { \"uphill\": false, \"speedUp\": false, \"speedDown\": false } } }" },
	{ &wf_meshObject, "\"oneOf\": [" ONE( "file" ) ", " ONE( "surface" ) "], \"dependentRequired\": { \"detail\": [\"surface\"], "
																		 "\"size\": [\"surface\"], \"seed\": [\"surface\"] }" },
	{ &wf_meshGoalObject, "\"oneOf\": [" ONE( "vertex" ) ", " ONE( "vertices" ) ", " ONE( "point" ) "]" },
	{ &wf_startObject, "\"oneOf\": [" ONE( "vertex" ) ", " ONE( "point" ) "]" },
	{ &wf_obstacleObject, "\"oneOf\": [" ONE( "sphere" ) ", " ONE( "disc" ) ", " ONE( "vertices" ) ", " ONE(
							  "triangles" ) ", " ONE( "polygon" ) "]" },
	{ &wf_meshFieldObject, "\"not\": { \"required\": [\"bias\", \"toward\"] }" },
	{ &wf_stageObject, "\"oneOf\": [" ONE( "time" ) ", " ONE( "fraction" ) ", " ONE(
						   "place" ) "], \"dependentSchemas\": { \"radius\": { \"required\": [\"place\"] } }" },
	{ &wf_agentObject,
	  "\"if\": { \"required\": [\"gait\"] }, \"then\": { \"properties\": { \"locomotion\": { \"const\": \"footsteps\" } } }" },
	{ &wf_stopObject,
	  "\"oneOf\": [" ONE( "goal" ) ", " ONE( "point" ) ", " ONE( "queue" ) ", " ONE( "exits" ) ", " ONE( "oneOf" ) ", " ONE(
		  "opposite" ) ", " ONE( "each" ) "], \"dependentSchemas\": { \"goal\": { \"properties\": { \"reach\": "
										  "false } }, \"queue\": { \"properties\": { \"reach\": false } }, "
										  "\"exits\": { \"properties\": { \"reach\": false } }, \"choice\": { \"required\": "
										  "[\"exits\"] }, \"exit\": { "
										  "\"required\": [\"exits\", \"choice\"], \"properties\": { \"choice\": { \"const\": "
										  "\"assigned\" } } } }, \"if\": { "
										  "\"properties\": { \"choice\": { \"const\": \"assigned\" } }, \"required\": "
										  "[\"choice\"] }, \"then\": { "
										  "\"required\": [\"exit\"] }" },
	{ &wf_drawObject, "\"oneOf\": [" ONE( "uniform" ) ", " ONE( "normal" ) ", " ONE( "logNormal" ) ", " ONE( "table" ) //
	  "], \"dependentSchemas\": { \"within\": { \"anyOf\": [" ONE( "normal" ) ", " ONE(
		  "logNormal" ) "] }, " //
						"\"ages\": { \"properties\": { \"table\": { \"const\": \"weidmann-age\" } }, \"required\": [\"table\"] "
						"}, " //
						"\"deviation\": { \"required\": [\"ages\"] } }" },
};

static const char* getRules( const wfObject* object )
{
	for ( size_t i = 0; i < sizeof( s_together ) / sizeof( s_together[0] ); ++i )
	{
		if ( s_together[i].object == object )
		{
			return s_together[i].rules;
		}
	}
	const char* type = object->type != NULL ? object->name : "";
	return strcmp( type, "box" ) == 0 ? "\"oneOf\": [{ \"required\": [\"center\", \"size\"] }, " ONE(
											"bounds" ) "], \"dependentSchemas\": { \"bounds\": { \"properties\": { \"center\": "
													   "false, \"size\": false, \"angle\": false } } }"
		   : strcmp( type, "image" ) == 0
			   ? "\"oneOf\": [" ONE( "file" ) ", " ONE( "rows" ) "], \"dependentSchemas\": { \"rows\": { \"properties\": { "
																 "\"threshold\": false, \"invert\": false } } }"
			   : NULL;
}

// ---------------------------------------------------------------------------------------------------------------- schema

static void addRange( wfText* text, const char* type, const wfFieldRow* field )
{
	char lower[32], upper[32];
	testFormatNumber( field->range.lower, lower, sizeof( lower ) );
	testFormatNumber( field->range.upper, upper, sizeof( upper ) );
	wfText_Add( text, "\"type\": \"%s\", \"minimum\": %s, \"maximum\": %s", type, lower, upper );
}

static void addHolding( wfText* text, const wfFieldRow* field )
{
	testHolding h = testGetHolding( field );
	if ( h.bracket == '{' )
	{
		wfText_Add( text,
					"\"type\": \"object\", \"propertyNames\": { \"$ref\": \"#/$defs/name\"%s }, \"additionalProperties\": { ",
					strcmp( h.name, "style" ) == 0 ? ", \"not\": { \"$ref\": \"#/$defs/preset\" }" : "" );
	}
	wfText_Add( text, h.bracket == '[' ? "\"type\": \"array\", \"items\": { " : "" );
	wfText_Add( text, "\"$ref\": \"#/$defs/%s\"%s", h.name, h.bracket != 0 ? " }" : "" );
	wfText_Add( text, h.bracket == '{' ? ", \"maxProperties\": 1024" : "" );
	if ( h.least > 0 )
	{
		wfText_Add( text, ", \"minItems\": %d", h.least );
	}
	if ( h.most > 0 )
	{
		wfText_Add( text, ", \"maxItems\": %d", h.most );
	}
	wfText_Add( text, strcmp( field->name, "kinds" ) == 0 ? ", \"uniqueItems\": true" : "" );
}

static void addType( wfText* text, const wfFieldRow* field )
{
	if ( field->holds != NULL && field->type != wf_pairField )
	{
		addHolding( text, field );
		return;
	}
	switch ( field->type )
	{
		case wf_numberField:
			addRange( text, "number", field );
			break;
		case wf_integerField:
			addRange( text, "integer", field );
			break;
		case wf_boolField:
			wfText_Add( text, "\"type\": \"boolean\"" );
			break;
		case wf_choiceField:
			wfText_Add( text, "\"enum\": [" );
			for ( int32_t i = 0; field->choices[i] != NULL; ++i )
			{
				wfText_Add( text, "%s\"%s\"", i > 0 ? ", " : "", field->choices[i] );
			}
			wfText_Add( text, "]" );
			break;
		case wf_textField:
			wfText_Add( text, "\"$ref\": \"#/$defs/name\"" );
			break;
		case wf_pointField:
			wfText_Add( text, "\"$ref\": \"#/$defs/flatPoint\"" );
			break;
		case wf_pairField:
			wfText_Add( text, "\"type\": \"array\", \"items\": { " );
			addRange( text, "number", field );
			wfText_Add( text, " }, \"minItems\": 2, \"maxItems\": 2" );
			break;
		case wf_boxField:
			wfText_Add( text, "\"$ref\": \"#/$defs/bounds\"" );
			break;
		case wf_drawField:
			wfText_Add( text, "\"oneOf\": [{ " );
			addRange( text, "number", field );
			wfText_Add( text, " }, { \"$ref\": \"#/$defs/draw\" }]" );
			break;
		case wf_otherField:
			break;
	}
}

// "Of a step, s; 0.24 when absent." without the marks of Markdown.
static void addDescription( wfText* text, const wfFieldRow* field, const char* absent )
{
	char words[512];
	bool has = field->meaning != NULL && field->meaning[0] != 0;
	int length =
		snprintf( words, sizeof( words ), "%s%s%s%s%s%s", has ? field->meaning : "", has && field->unit != NULL ? ", " : "",
				  field->unit != NULL ? field->unit : "", absent[0] != 0 && strcmp( absent, "required" ) != 0 ? "; " : "",
				  strcmp( absent, "required" ) != 0 ? absent : "",
				  absent[0] != 0 && strcmp( absent, "required" ) != 0 ? " when absent" : "" );
	const char* from = strncmp( words, "; ", 2 ) == 0 ? words + 2 : words;
	if ( length <= 0 )
	{
		return;
	}
	wfText_Add( text, ", \"description\": \"" );
	for ( const char* c = from; *c != 0; ++c )
	{
		char letter = c == from && *c >= 'a' && *c <= 'z' ? (char)( *c - 'a' + 'A' ) : *c;
		if ( letter != '`' )
		{
			wfText_Add( text, letter == '"' ? "\\%c" : "%c", letter );
		}
	}
	wfText_Add( text, ".\"" );
}

// The object whose own fields a part is; null: none but those that share it.
static const wfObject* findOwner( const wfFieldRow* part )
{
	for ( int32_t i = 0; test_objects[i] != NULL; ++i )
	{
		if ( test_objects[i]->parts[0] == part )
		{
			return test_objects[i];
		}
	}
	return NULL;
}

static void addProperties( wfText* text, const wfObject* object, bool mesh, const char* indent )
{
	bool first = true;
	for ( int32_t i = 0; object->parts[i] != NULL; ++i )
	{
		const wfObject* owner = i > 0 ? findOwner( object->parts[i] ) : NULL;
		for ( const wfFieldRow* field = object->parts[i]; field->name != NULL; ++field )
		{
			if ( !testIsOn( field->ground, mesh ) )
			{
				continue;
			}
			wfText_Add( text, "%s%s  \"%s\": { ", first ? "\n" : ",\n", indent, field->name );
			first = false;
			if ( owner != NULL )
			{
				wfText_Add( text, "\"$ref\": \"#/$defs/%s/properties/%s\" }", owner->name, field->name );
				continue;
			}
			char absent[128];
			testFormatDefault( field, testGetDefaults( object, wf_defaultPreset ), absent, sizeof( absent ) );
			if ( strcmp( field->name, "type" ) == 0 )
			{
				wfText_Add( text, "\"const\": \"%s\" }", object->type );
				continue;
			}
			addType( text, field );
			bool stated = object == &wf_styleObject || object == &wf_crowdObject; // presets differ
			addDescription( text, field, stated && field->absent == NULL ? "" : absent );
			wfText_Add( text, " }" );
		}
	}
}

static void addRequired( wfText* text, const wfObject* object, bool mesh, const char* indent )
{
	int32_t count = 0;
	for ( int32_t i = 0; object->parts[i] != NULL; ++i )
	{
		for ( const wfFieldRow* field = object->parts[i]; field->name != NULL; ++field )
		{
			bool needed = field->required || ( field->absent != NULL && strcmp( field->absent, "required" ) == 0 );
			if ( needed && testIsOn( field->ground, mesh ) )
			{
				wfText_Add( text, "%s\"%s\"", count++ > 0 ? ", " : "", field->name );
			}
		}
	}
	(void)indent;
}

static void addObject( wfText* text, const wfObject* object, bool mesh, bool closed, const char* indent )
{
	wfText required = { 0 };
	addRequired( &required, object, mesh, indent );
	wfText_Add( text, "%s\"type\": \"object\",\n", indent );
	if ( required.length > 0 )
	{
		wfText_Add( text, "%s\"required\": [%s],\n", indent, required.data );
	}
	wfText_Free( &required );
	if ( closed )
	{
		wfText_Add( text, "%s\"additionalProperties\": false,\n", indent );
	}
	if ( getRules( object ) != NULL )
	{
		wfText_Add( text, "%s%s,\n", indent, getRules( object ) );
	}
	if ( object->parts[1] == wf_agentObject.parts[0] )
	{
		wfText_Add( text, "%s%s,\n", indent, getRules( &wf_agentObject ) );
	}
	wfText_Add( text, "%s\"properties\": {", indent );
	addProperties( text, object, mesh, indent );
	wfText_Add( text, "\n%s}", indent );
}

static void addNamed( wfText* text, const wfObject* object, bool mesh, bool closed )
{
	wfText_Add( text, ",\n    \"%s\": {\n", object->name );
	addObject( text, object, mesh, closed, "      " );
	wfText_Add( text, "\n    }" );
}

static void addList( wfText* text, const testObjectList* list )
{
	wfText_Add( text, ",\n    \"%s\": {\n      \"unevaluatedProperties\": false,\n", list->name );
	if ( list->more != NULL )
	{
		wfText_Add( text, "      \"allOf\": [{ \"$ref\": \"#/$defs/%s\" }],\n", list->more->name );
	}
	wfText_Add( text, "      \"oneOf\": [" );
	for ( int32_t i = 0; list->objects[i] != NULL; ++i )
	{
		wfText_Add( text, "%s{ \"$ref\": \"#/$defs/%s\" }", i > 0 ? ", " : "", list->objects[i]->name );
	}
	wfText_Add( text, "]\n    }" );
}

void testMakeSchema( wfText* text, bool mesh )
{
	const wfObject* root = mesh ? &wf_meshScenarioObject : &wf_scenarioObject;
	wfText_Add( text,
				"{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"Wayfield scenario%s\",\n",
				mesh ? " on a mesh" : "" );
	wfText_Add(
		text, "  \"description\": \"%s Made from the reader's tables by ./dev docs; docs/scenario.md explains every field.\",\n",
		mesh ? "A triangle mesh with goals, starts and obstacles, the settings of its field, and a crowd on it. Metres, seconds; "
			   "z up."
			 : "A world with goals and starts, the settings of its grid and field, and a crowd in it. Metres, seconds, radians; "
			   "x right, y up." );
	addObject( text, root, mesh, true, "  " );
	wfText_Add( text, ",\n  \"$defs\": {" );
	bool first = true;
	for ( size_t i = 0; i < sizeof( s_shared ) / sizeof( s_shared[0] ); ++i )
	{
		if ( testIsOn( s_shared[i].ground, mesh ) )
		{
			wfText_Add( text, "%s\n    \"%s\": { %s }", first ? "" : ",", s_shared[i].name, s_shared[i].schema );
			first = false;
		}
	}
	for ( int32_t i = 0; test_objects[i] != NULL; ++i )
	{
		const wfObject* object = test_objects[i];
		bool planar = object == &wf_worldObject || object == &wf_mapObject || object == &wf_gridObject ||
					  object == &wf_fieldObject || object == &wf_terrainObject || object == &wf_runLineObject;
		if ( testIsOn( object->ground, mesh ) && !( planar && mesh ) )
		{
			addNamed( text, object, mesh, object != &wf_terrainObject && object != &wf_agentObject );
		}
	}
	const wfObject* known[64];
	int32_t count = 0;
	for ( const testObjectList* list = test_objectLists; list->name != NULL; ++list )
	{
		if ( !( mesh ? list->onMesh : list->inPlane ) )
		{
			continue;
		}
		addList( text, list );
		for ( int32_t i = 0; list->objects[i] != NULL; ++i )
		{
			bool seen = false;
			for ( int32_t k = 0; k < count; ++k )
			{
				seen = seen || known[k] == list->objects[i];
			}
			if ( !seen )
			{
				known[count++] = list->objects[i];
				addNamed( text, list->objects[i], mesh, false );
			}
		}
	}
	wfText_Add( text, "\n  }\n}\n" );
}
